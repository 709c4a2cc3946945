import type { Activity } from '../contract/activities.records.js';
import { toBase64Url } from '../crypto/base64url.js';
import { type Bytes, utf8 } from '../crypto/bytes.js';
import { sha256 } from '../crypto/digest.js';
import { verifyEd25519 } from '../crypto/ed25519.js';
import { fromHex } from '../crypto/hex.js';
import { headerOf, type IncomingRequest } from './incomingRequest.js';
import type { ReplayStore } from './replayStore.js';
import { replayStoreOfProcess } from './replayStoreOfProcess.js';
import { WebhookError } from './webhookError.js';
import { type FetchJwks, type WebhookKeys, webhookKeys } from './webhookKeys.js';

/** Where events come from, and which are yours. */
export interface WebhookSettings {
  /** The service's `/public/v1/discovery/webhooks/jwks`, with its host: `https://auth.example.com/public/v1/discovery/webhooks/jwks`. */
  readonly jwksUrl: string;
  /**
   * The ids of your own endpoints, from `create_webhook_endpoint`. One key signs the events of all organizations, so that another one could
   * have its events sent to your URL.
   */
  readonly endpointIds: readonly [string, ...string[]];
  /** Remembers accepted deliveries for ten minutes. Default: this process, which is right for a single process. */
  readonly replayStore?: ReplayStore | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined;
  /** Default: the platform's. */
  readonly fetch?: FetchJwks | undefined;
}

/** A `Request`; or, of a framework that has read the body already, its headers and the raw body. */
export type WebhookRequest =
  | Request
  | { readonly headers: IncomingRequest['headers']; readonly body: string | Uint8Array };

/** An activity was recorded, or its status changed. */
export interface WebhookEvent {
  readonly type: 'ACTIVITY_UPDATES';
  /** The same at each repetition: do the work of an event once. */
  readonly eventId: string;
  /** Which of your endpoints it was sent to. */
  readonly endpointId: string;
  /** Where it happened: your organization, or a sub-organization of it. */
  readonly organizationId: string;
  /** When it was sent, in milliseconds since 1970. A repetition has a later time. */
  readonly sentAtMs: number;
  /** As `get_activity` returns it to a user who may not vote on it: secrets are `[redacted]`. */
  readonly activity: Activity;
}

/**
 * Verifies an event of a webhook endpoint: it is signed by the service over its raw body, sent within five minutes, for one of your
 * endpoints, and not accepted before. A repetition of the service's has a new time and is accepted: be idempotent by `eventId`.
 *
 * @throws {WebhookError} with the status to answer
 * @throws {TypeError} where a setting or the body is none that the types allow
 * @throws what the replay store throws
 * @example
 * const { eventId, activity } = await verifyWebhook(request, { jwksUrl, endpointIds: ['9d1b…'] })
 */
export async function verifyWebhook(request: WebhookRequest, settings: WebhookSettings): Promise<WebhookEvent> {
  checkUse(request, settings);
  const nowMs = (settings.clock ?? Date.now)();
  const signed = signedHeaders(request);
  if (Math.abs(nowMs - signed.sentAtMs) > liveMs) throw new WebhookError('WEBHOOK_NOT_LIVE');
  const publicKey = await keysOf(settings).find(signed.keyId, nowMs);
  const body = await bodyOf(request);
  const text = `v1.ed25519.${signed.keyId}.${signed.sentAtMs}.${signed.eventId}.${body}`;
  if (!(await verifyEd25519(publicKey, signed.signature, utf8(text))))
    throw new WebhookError('WEBHOOK_SIGNATURE_INVALID');
  const { webhookEndpointId: endpointId = '', ...activity } = JSON.parse(body) as SentActivity;
  if (!settings.endpointIds.includes(endpointId)) throw new WebhookError('WEBHOOK_FOR_ANOTHER');
  const { eventId, sentAtMs } = signed;
  const id = toBase64Url(await sha256(utf8(`webhook.${eventId}.${sentAtMs}`)));
  const isNew = await (settings.replayStore ?? replayStoreOfProcess('webhooks')).consume(id, nowMs + 2 * liveMs);
  if (!isNew) throw new WebhookError('WEBHOOK_REPLAYED');
  return { type: 'ACTIVITY_UPDATES', eventId, endpointId, organizationId: activity.organizationId, sentAtMs, activity };
}

/** Without types, a mistake here would refuse each event for good. */
function checkUse({ body }: WebhookRequest, { endpointIds }: WebhookSettings): void {
  if (!Array.isArray(endpointIds) || endpointIds.length === 0)
    throw new TypeError('endpointIds of verifyWebhook is a list of the ids of your endpoints.');
  const isRaw =
    body === null || typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
  if (!isRaw) throw new TypeError('verifyWebhook needs the raw body: text or bytes, not what a framework parsed.');
}

/** The activity, and a member of ours: which endpoint the body was written for. */
type SentActivity = Activity & { readonly webhookEndpointId?: string };

/** The maximum difference between the time of sending and now. */
const liveMs = 5 * 60_000;

/** More than any activity, which arrives in a body of at most 1 MiB. */
const mostBytes = 8 * 1024 * 1024;

type Signed = {
  readonly keyId: string;
  readonly sentAtMs: number;
  readonly eventId: string;
  readonly signature: Bytes;
};

function signedHeaders(request: WebhookRequest): Signed {
  const of = (name: string) => headerOf(request, `x-turnkey-${name}`) ?? '';
  const [keyId, timestamp, eventId, signature] = [
    of('signature-key-id'),
    of('timestamp'),
    of('event-id'),
    of('signature'),
  ];
  const isFormed = isId(keyId) && isId(eventId) && /^\d{13}$/.test(timestamp) && /^[\da-f]{128}$/.test(signature);
  if (!isFormed) throw new WebhookError('WEBHOOK_MALFORMED');
  return { keyId, sentAtMs: Number(timestamp), eventId, signature: fromHex(signature) };
}

const isId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** Text of the raw body, which is read only once the headers are those of an event. */
async function bodyOf(request: WebhookRequest): Promise<string> {
  const { body } = request;
  if (typeof body === 'string') return body;
  const chunks = body instanceof Uint8Array ? [new Uint8Array(body)] : await chunksOf(body);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await new Blob(chunks).arrayBuffer());
  } catch (cause) {
    throw new WebhookError('WEBHOOK_MALFORMED', { cause });
  }
}

async function chunksOf(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return chunks;
    length += value.length;
    if (length > mostBytes) {
      await reader?.cancel();
      throw new WebhookError('WEBHOOK_MALFORMED');
    }
    chunks.push(new Uint8Array(value));
  }
}

/** Kept for each URL, and each way of fetching. */
const kept = new WeakMap<FetchJwks, Map<string, WebhookKeys>>();

function keysOf({ jwksUrl, fetch: send = platformFetch }: WebhookSettings): WebhookKeys {
  const byUrl = kept.get(send) ?? new Map<string, WebhookKeys>();
  kept.set(send, byUrl);
  const keys = byUrl.get(jwksUrl) ?? webhookKeys(jwksUrl, send);
  byUrl.set(jwksUrl, keys);
  return keys;
}

/** Looked up at each call, in case it is replaced. */
const platformFetch: FetchJwks = (url, init) => fetch(url, init);
