import type { OauthReturn } from './oauthAnswer.js';
import type { OauthProvider } from './provider.js';

/** A login that waits for a provider's answer: nothing in it is of use without the key, which stays in the key store. */
export type PendingLogin = {
  readonly state: string;
  /** The configuration that it logs in by. */
  readonly authProxyConfigId: string;
  readonly provider: OauthProvider;
  readonly redirectUrl: string;
  /** Of the key that logs in. */
  readonly publicKey: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Whether a window of its own was opened, or this tab was left. */
  readonly mode: 'popup' | 'redirect';
  /** Where to go back to, as a path of this origin. */
  readonly returnTo: string;
  /** What the app wants to find again there. */
  readonly draft?: unknown;
  /** Milliseconds since 1970, by this device's clock. */
  readonly startedAtMs: number;
  /** What the provider said, where its page hands it over to the one that finishes. */
  readonly back?: OauthReturn | undefined;
};

/** A login that was not answered for so long is none any more. */
export const pendingForMs = 10 * 60_000;

/** Writes a login down for this tab alone. @returns whether it outlives the page */
export function keepPending(pending: PendingLogin): boolean {
  try {
    sessionStorage.setItem(nameOf(pending.state), JSON.stringify(pending));
    return true;
  } catch {
    return false;
  }
}

/** Takes a login out: nobody finds it a second time. */
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
    // Where nothing can be removed nothing was kept.
  }
}

/** All logins of a configuration that this tab waits for, newest first; dead ones are cleared away. */
export function allPending(authProxyConfigId: string, nowMs: number): PendingLogin[] {
  const states = names().map((name) => name.slice(prefix.length));
  const found = states.flatMap((state) => {
    const pending = findPending(state, nowMs);
    if (pending === undefined) dropPending(state);
    return pending?.authProxyConfigId === authProxyConfigId ? pending : [];
  });
  return found.sort((one, other) => other.startedAtMs - one.startedAtMs);
}

/** A clock that was set back meanwhile makes no login older. */
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
