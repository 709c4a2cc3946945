import { canonicalEmail } from '../../contract/contact.js';
import { type Language, languageOf } from '../../contract/language.js';
import type { LinkPurpose } from '../../contract/linkParameters.js';
import { RefusedError } from '../../contract/refusals.js';
import type { Client } from '../createClient.js';
import { startDeadline } from '../deadline.js';
import type { RequestOptions } from '../exchange.js';
import { refusalOf } from '../readAnswer.js';
import { targetKeysOf } from '../targetKeys.js';
import { networkFailed, timedOut } from '../unreachableError.js';
import { lastUsedAtMs } from './usedLinks.js';

/** The data that the app's backend needs to send a link. */
export type LinkToSend = {
  /** In its canonical form. */
  readonly email: string;
  /** SEC 1 uncompressed, 130 hex digits: the link's credential is sealed to it, and can be opened in this browser alone. */
  readonly targetPublicKey: string;
  /** The language of the mail, from the client's settings. */
  readonly language?: Language | undefined;
};

/**
 * Sends the link: a route of the app's backend that receives {@link LinkToSend} as JSON by POST (`emailLinks` of `latchkey/server` answers
 * it), or a function.
 */
export type SendLink = string | ((link: LinkToSend) => Promise<unknown>);

/** A requested link. */
export type SentLink = {
  readonly email: string;
  /** Milliseconds since 1970, by this device's clock. */
  readonly sentAtMs: number;
};

/**
 * Creates the key that a link is sealed to, and has the link sent. If the request fails the key is kept, since the mail may have been sent.
 */
export async function requestLink(
  client: Client,
  {
    email: typed,
    sendLink,
    purpose,
    ...requestOptions
  }: RequestOptions & { email: string; sendLink: SendLink; purpose: LinkPurpose },
): Promise<SentLink> {
  const email = canonicalEmail(typed);
  const sentAtMs = client.clock.onDevice();
  const targets = targetKeysOf(client);
  const { publicKey } = await targets.create({ purpose, note: email, keepUntilMs: sentAtMs + keptForMs });
  const language = languageOf(client.settings.language ?? '');
  const link = { email, targetPublicKey: publicKey, ...(language && { language }) };
  if (typeof sendLink === 'string') await post(client, sendLink, link, requestOptions);
  else await sendLink(link);
  for (const { publicKey: old } of (await targets.list(purpose)).slice(mostAtOnce)) await targets.remove(old);
  return { email, sentAtMs };
}

/** The last requested link, if it is unused and may still arrive; for a page that is loaded again. */
export async function lastRequested(client: Client, purpose: LinkPurpose): Promise<SentLink | undefined> {
  const [newest] = await targetKeysOf(client).list(purpose);
  const sinceMs = Math.max(client.clock.onDevice() - awaitedForMs, lastUsedAtMs(client));
  if (newest?.note === undefined || newest.createdAtMs <= sinceMs) return undefined;
  return { email: newest.note, sentAtMs: newest.createdAtMs };
}

/** A credential is valid for 15 minutes by default; links whose credential lives longer can be opened for this long. */
const keptForMs = 3_600_000;
const awaitedForMs = 900_000;
/** Of several requested links, only this many of the newest can be opened. */
const mostAtOnce = 4;

/** What the route says of an address that is none; the rest is common. */
const backendRoute = { refusals: ['CONTACT_INVALID'] } as const;

/** @throws {RefusedError} {@link UnreachableError} */
async function post(
  client: Client,
  route: string,
  link: LinkToSend,
  { signal, timeoutMs = client.settings.timeoutMs }: RequestOptions,
): Promise<void> {
  const url = new URL(route, globalThis.location?.href).href;
  const deadline = startDeadline(timeoutMs, () => timedOut(url, timeoutMs), signal);
  try {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    const body = JSON.stringify(link);
    const answer = await client.fetch(url, { method: 'POST', headers, body, signal: deadline.signal });
    if (answer.ok) return;
    const refusal: unknown = await answer.json().catch(() => undefined);
    throw refusalOf(backendRoute, answer.status, refusal, answer.headers.get('Retry-After'));
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    deadline.signal.throwIfAborted();
    throw networkFailed(url, error);
  } finally {
    deadline.stop();
  }
}
