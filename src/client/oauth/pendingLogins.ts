import type { Client } from '../createClient.js';
import type { OauthReturn } from './answer.js';
import type { FoundProvider, LoginProvider } from './provider.js';

/** A login that is ready for the click. */
export type PreparedLogin = FoundProvider & {
  readonly state: string;
  readonly nonce: string;
  readonly publicKey: string;
  readonly codeVerifier: string;
  /** The provider's authorization URL with all parameters. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly preparedAtMs: number;
};

/** A login that waits for a provider's answer. It is useless without the key, which stays in the key store. */
export type PendingLogin = {
  readonly state: string;
  /** The auth proxy configuration of the login. */
  readonly authProxyConfigId: string;
  readonly provider: LoginProvider;
  readonly redirectUrl: string;
  /** The session's public key. */
  readonly publicKey: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Whether a window was opened, or this tab was redirected. */
  readonly mode: 'popup' | 'redirect';
  /** The return path, of this origin. */
  readonly returnTo: string;
  /** The app's draft for that page. */
  readonly draft?: unknown;
  /** Milliseconds since 1970, by this device's clock. */
  readonly startedAtMs: number;
  /** The provider's answer, stored by the redirect page for the page that completes the login. */
  readonly back?: OauthReturn | undefined;
};

/** A login expires when it was not answered for this long. */
export const pendingForMs = 10 * 60_000;

/** Stores a login for this tab alone. @returns whether it survives the page */
export function keepPending(pending: PendingLogin): boolean {
  try {
    sessionStorage.setItem(nameOf(pending.state), JSON.stringify(pending));
    return true;
  } catch {
    return false;
  }
}

/** Takes a login out of the store, so that it is found only once. */
export function takePending(state: string, nowMs: number): PendingLogin | undefined {
  const pending = findPending(state, nowMs);
  dropPending(state);
  return pending;
}

export function findPending(state: string, nowMs: number): PendingLogin | undefined {
  try {
    const pending = JSON.parse(sessionStorage.getItem(nameOf(state)) ?? 'null') as PendingLogin | null;
    return pending?.state === state && isLive(pending, nowMs) ? pending : undefined;
  } catch {
    return undefined;
  }
}

export function dropPending(state: string): void {
  try {
    sessionStorage.removeItem(nameOf(state));
  } catch {
    // If nothing can be removed, nothing was stored.
  }
}

/** All logins of a configuration that this tab waits for, newest first; expired ones are removed. */
export function allPending(authProxyConfigId: string, nowMs: number): PendingLogin[] {
  const states = names().map((name) => name.slice(prefix.length));
  const found = states.flatMap((state) => {
    const pending = findPending(state, nowMs);
    if (pending === undefined) dropPending(state);
    return pending?.authProxyConfigId === authProxyConfigId ? pending : [];
  });
  return found.sort((one, other) => other.startedAtMs - one.startedAtMs);
}

/** If the clock was set back meanwhile, no login becomes older. */
const isLive = ({ startedAtMs }: PendingLogin, nowMs: number): boolean => nowMs < startedAtMs + pendingForMs;

const prefix = 'latchkey.oauth.';

const nameOf = (state: string): string => prefix + state;

function names(): string[] {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** A provider's proof of an identity that the service has not accepted yet. */
export type IdentityProof = {
  readonly provider: string;
  readonly providerName: string;
  readonly oidcToken: string;
  /** The user of the account that it is for. */
  readonly userId: string;
  /** Milliseconds since 1970, by this device's clock. */
  readonly provedAtMs: number;
};

/** Keeps a proof while the person logs in again, so that they need not return to the provider. */
export function keepProof(client: Client, proof: IdentityProof): void {
  kept.set(client, proof);
}

/** The proof that was kept for this account, once, and only while the service accepts it. */
export function takeProof(client: Client, provider: string, userId: string | undefined): IdentityProof | undefined {
  const proof = kept.get(client);
  kept.delete(client);
  if (proof?.provider !== provider || proof.userId !== userId) return undefined;
  return client.clock.onDevice() < proof.provedAtMs + pendingForMs ? proof : undefined;
}

/** In memory only, as long as the page lives. */
const kept = new WeakMap<Client, IdentityProof>();
