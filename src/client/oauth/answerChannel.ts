import type { OauthReturn } from './oauthAnswer.js';

// How the page that a provider sends people back to tells the page that waits. Two ways, since either may be closed: a channel of
// the origin, which a window without opener has too, and messages between the two windows, which a frame of another site's page has
// too. Both stay within the origin. The channel is named by the login's state, so that no other tab hears of it.

/** What stands in a message between the two pages. */
export type ChannelMessage =
  | { readonly latchkeyOauth: 'answer'; readonly state: string; readonly back: OauthReturn }
  | { readonly latchkeyOauth: 'ask' | 'taken'; readonly state: string };

const channelOf = (state: string): string => `latchkey.oauth.${state}`;

/** A message of this login and of no other shape; nothing for whatever else is sent between windows. */
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

/** `undefined` where the browser has no channels, or refuses this page one. */
export function openChannel(state: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelOf(state));
  } catch {
    return undefined;
  }
}
