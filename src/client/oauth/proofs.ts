import type { Client } from '../createClient.js';
import { pendingForMs } from './pendingLogins.js';

/** A provider's proof of an identity that the service has not accepted yet. */
export type Proof = {
  readonly provider: string;
  readonly providerName: string;
  readonly oidcToken: string;
  /** The user of the account that it is for. */
  readonly userId: string;
  /** Milliseconds since 1970, by this device's clock. */
  readonly provedAtMs: number;
};

/** Keeps a proof while the person logs in again, so that they need not return to the provider. */
export function keepProof(client: Client, proof: Proof): void {
  kept.set(client, proof);
}

/** The proof that was kept for this account, once, and only while the service accepts it. */
export function takeProof(client: Client, provider: string, userId: string | undefined): Proof | undefined {
  const proof = kept.get(client);
  kept.delete(client);
  if (proof?.provider !== provider || proof.userId !== userId) return undefined;
  return client.clock.onDevice() < proof.provedAtMs + pendingForMs ? proof : undefined;
}

/** In memory only, as long as the page lives. */
const kept = new WeakMap<Client, Proof>();
