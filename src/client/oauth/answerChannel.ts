import type { OauthReturn } from './oauthAnswer.js';

// How the page that a provider redirects to reaches the waiting page. It uses two ways, since either may be blocked: a BroadcastChannel,
// which works without an opener, and window messages, which work in a third-party frame. Both stay within the origin. The channel is named
// by the login's state, so that no other tab receives it.

/** The messages between the two pages. */
export type ChannelMessage =
  | { readonly latchkeyOauth: 'answer'; readonly state: string; readonly back: OauthReturn }
  | { readonly latchkeyOauth: 'ask' | 'taken'; readonly state: string };

const channelOf = (state: string): string => `latchkey.oauth.${state}`;

/** A message of this login in the right shape; `undefined` for any other. */
export function readMessage(data: unknown, state: string): ChannelMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const message = data as Partial<Record<string, unknown>>;
  if (message.state !== state) return undefined;
  const { latchkeyOauth } = message;
  if (latchkeyOauth === 'ask' || latchkeyOauth === 'taken') return { latchkeyOauth, state };
  const back = message.back as Partial<OauthReturn> | null | undefined;
  if (latchkeyOauth !== 'answer' || typeof back?.search !== 'string' || typeof back.hash !== 'string') return undefined;
  return { latchkeyOauth, state, back: { search: back.search, hash: back.hash } };
}

/** `undefined` if the browser has no channels, or denies this page one. */
export function openChannel(state: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelOf(state));
  } catch {
    return undefined;
  }
}
