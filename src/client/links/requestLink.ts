import { canonicalEmail } from '../../contract/contact.js';
import { type Language, languageOf } from '../../contract/language.js';
import type { LinkPurpose } from '../../contract/linkParameters.js';
import { readRefusal } from '../../contract/refusalBody.js';
import { RefusedError } from '../../contract/refusals.js';
import type { Client } from '../createClient.js';
import { startDeadline } from '../deadline.js';
import type { RequestOptions } from '../exchange.js';
import { targetKeysOf } from '../targetKeys.js';
import { networkFailed, timedOut } from '../unreachableError.js';
import { lastUsedAtMs } from './usedLinks.js';

/** What the app's backend needs to have a link mailed. */
export type LinkToSend = {
  /** In its canonical form. */
  readonly email: string;
  /** SEC 1 uncompressed, 130 hex digits: what the link brings is sealed to it, and opens in this browser alone. */
  readonly targetPublicKey: string;
  /** Of the client's settings: that of the mail. */
  readonly language?: Language | undefined;
};

/**
 * Has the link mailed: a route of the app's backend, which is posted {@link LinkToSend} as JSON (`emailLinks` of `latchkey/server`
 * answers it), or a function that asks one.
 */
export type SendLink = string | ((link: LinkToSend) => Promise<unknown>);

/** A link that was asked for. */
export type SentLink = {
  readonly email: string;
  /** Milliseconds since 1970, by this device's clock. */
  readonly sentAtMs: number;
};

/** Makes the key that a link is sealed to, and has the link sent. A key stays when its request fails: the mail may be on its way. */
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

/** The link that was asked for last, is not used, and may still be on its way; for a page that is loaded again. */
export async function lastRequested(client: Client, purpose: LinkPurpose): Promise<SentLink | undefined> {
  const [newest] = await targetKeysOf(client).list(purpose);
  const sinceMs = Math.max(client.clock.onDevice() - awaitedForMs, lastUsedAtMs(client));
  if (newest?.note === undefined || newest.createdAtMs <= sinceMs) return undefined;
  return { email: newest.note, sentAtMs: newest.createdAtMs };
}

/** A credential lives for a quarter of an hour where the app asks for nothing else; a link of another length opens for so long. */
const keptForMs = 3_600_000;
const awaitedForMs = 900_000;
/** Of the links that somebody asked for one after the other, the newest that open. */
const mostAtOnce = 4;

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
    throw readRefusal(answer.status, refusal, answer.headers.get('Retry-After'));
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    deadline.signal.throwIfAborted();
    throw networkFailed(url, error);
  } finally {
    deadline.stop();
  }
}
