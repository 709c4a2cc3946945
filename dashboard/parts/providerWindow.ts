/** What a provider answered, behind the address that it sent the window back to. */
export type ProviderAnswer = {
  readonly code: string | null;
  readonly idToken: string | null;
  readonly error: string | null;
  readonly iss: string | null;
};

const path = '/dashboard/callback';

/** Where providers send the window back to: they have to know it. */
export const redirectUri = (): string => window.location.origin + path;

/** Whether this window is one that a provider has sent back. */
export const isCallback = (): boolean => window.location.pathname === path;

// The two windows know each other by nothing but the login's state, which nobody else has: no page is anybody's opener here.
const channelOf = (state: string): BroadcastChannel => new BroadcastChannel(`dashboard.provider.${state}`);

/** Gives what the provider answered to the page that waits for it, takes it out of the address, and closes this window. */
export function handOver(): void {
  const { search, hash } = window.location;
  history.replaceState(null, '', path);
  const given = [search, hash].map((text) => new URLSearchParams(text.slice(1)));
  const one = (name: string): string | null => {
    const values = given.flatMap((each) => each.getAll(name));
    return values.length === 1 ? (values[0] ?? null) : null;
  };
  const state = one('state');
  if (state === null) return;
  const answer: ProviderAnswer = { code: one('code'), idToken: one('id_token'), error: one('error'), iss: one('iss') };
  channelOf(state).postMessage(answer);
  setTimeout(() => window.close(), 100); // not before it has been sent
}

const waitMs = 10 * 60_000;

/** Waits for a window of a provider. @throws the signal's reason, once it is aborted, or after ten minutes */
export function awaitProvider(state: string, given: AbortSignal): Promise<ProviderAnswer> {
  const signal = AbortSignal.any([given, AbortSignal.timeout(waitMs)]);
  const channel = channelOf(state);
  return new Promise<ProviderAnswer>((resolve, reject) => {
    channel.addEventListener('message', ({ data }) => resolve(data), { signal });
    signal.addEventListener('abort', () => reject(signal.reason));
    signal.throwIfAborted();
  }).finally(() => channel.close());
}
