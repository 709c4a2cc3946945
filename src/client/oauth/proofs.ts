import type { Client } from '../createClient.js';
import { pendingForMs } from './pendingLogins.js';

/** What a provider has said of a person, before the service took it. */
export type Proof = {
  readonly provider: string;
  readonly providerName: string;
  readonly oidcToken: string;
  /** Whose account it is for. */
  readonly userId: string;
  /** Milliseconds since 1970, by this device's clock. */
  readonly provedAtMs: number;
};

/** Keeps a proof while the person logs in once more: nobody is sent to the provider twice. */
export function keepProof(client: Client, proof: Proof): void {
  kept.set(client, proof);
}

/** The proof that waits for this very account, once, while the service takes it. */
export function takeProof(client: Client, provider: string, userId: string | undefined): Proof | undefined {
  const proof = kept.get(client);
  kept.delete(client);
  if (proof?.provider !== provider || proof.userId !== userId) return undefined;
  return client.clock.onDevice() < proof.provedAtMs + pendingForMs ? proof : undefined;
}

/** In memory alone, as long as the page is there. */
const kept = new WeakMap<Client, Proof>();
