import { OauthError } from './oauthLogin.js';
import type { LoginProvider } from './provider.js';

/** The query and fragment of the URL that a provider redirected to. */
export type OauthReturn = { readonly search: string; readonly hash: string };

/** A provider's result: a token, or a code that is exchanged for one. */
export type OauthAnswer = { readonly idToken: string } | { readonly code: string };

/**
 * Parses a provider's answer strictly: in the one place where this provider answers, each parameter once, with this login's state, from
 * this issuer.
 *
 * @throws {OauthError} OAUTH_STATE_MISMATCH, OAUTH_ISSUER_MISMATCH, OAUTH_DENIED, OAUTH_PROVIDER_ERROR
 * @see RFC 6749, sections 3.1 and 4.1.2; OpenID Connect Core 1.0, section 3; RFC 9207
 */
export function readOauthAnswer(provider: LoginProvider, state: string, back: OauthReturn): OauthAnswer {
  const given = membersIn(provider, back);
  if (given.state !== state)
    throw new OauthError('OAUTH_STATE_MISMATCH', 'The provider’s answer is for another login than this one.');
  const { iss, error, code, id_token: idToken } = given;
  if (provider.issuer !== undefined && (iss === undefined ? provider.mustNameItself : iss !== provider.issuer))
    throw new OauthError('OAUTH_ISSUER_MISMATCH', `The answer does not come from ${provider.label}.`);
  if (error !== undefined) throw refusal(provider, error);
  if (provider.exchange.by === 'none' && idToken) return { idToken };
  if (provider.exchange.by !== 'none' && code) return { code };
  throw new OauthError('OAUTH_PROVIDER_ERROR', `${provider.label} answered without what a login needs.`);
}

/** The `state` of an answer, in the query or the fragment; it identifies the login. */
export function stateIn({ search, hash }: OauthReturn): string | undefined {
  const states = [search, hash].flatMap((text) => new URLSearchParams(text.slice(1)).getAll('state'));
  return states.length === 1 && states[0] !== '' ? states[0] : undefined;
}

// How the page that a provider redirects to reaches the waiting page. It uses two ways, since either may be blocked: a BroadcastChannel,
// which works without an opener, and window messages, which work in a third-party frame. Both stay within the origin. The channel is named
// by the login's state, so that no other tab receives it.

/** The messages between the two pages. */
export type ChannelMessage =
  | { readonly latchkeyOauth: 'answer'; readonly state: string; readonly back: OauthReturn }
  | { readonly latchkeyOauth: 'ask' | 'taken'; readonly state: string };

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

const channelOf = (state: string): string => `latchkey.oauth.${state}`;

const members = ['state', 'iss', 'error', 'code', 'id_token'] as const;

function membersIn(
  { answersIn, label }: LoginProvider,
  { search, hash }: OauthReturn,
): Partial<Record<(typeof members)[number], string>> {
  const all = new URLSearchParams((answersIn === 'fragment' ? hash : search).slice(1));
  const found: Partial<Record<(typeof members)[number], string>> = {};
  for (const name of members) {
    const [value, ...more] = all.getAll(name);
    if (more.length > 0) throw new OauthError('OAUTH_PROVIDER_ERROR', `${label} answered with two members ${name}.`);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** Only an error's code is reported: anybody may have put text into the description. */
function refusal({ label }: LoginProvider, error: string): OauthError {
  const isDenied = denials.includes(error);
  if (isDenied) return new OauthError('OAUTH_DENIED', `${label} was told not to log this person in.`);
  const named = /^[\w.-]{1,64}$/.test(error) ? error : 'an unreadable error';
  return new OauthError('OAUTH_PROVIDER_ERROR', `${label} refused the login: ${named}.`);
}

/** The standard's code, and Apple's own. */
const denials = ['access_denied', 'user_cancelled_authorize'];
