import { readUrl } from '../../contract/readUrl.js';
import { traceHeaders } from '../http/traceparent.js';
import { isLoopback } from '../loopback.js';
import { DeliveryError } from './deliveryError.js';
import type { SmsMessage } from './message.js';

/** Where text messages are handed over. */
export type SmsWebhook = {
  /** https; plain http to this machine only. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token?: string | undefined;
  /** Milliseconds to wait for the answer. */
  readonly timeoutMs?: number;
};

/** Whether codes may be sent to this URL: nobody in between may be able to read them. */
export function isSmsWebhookUrl(url: string): boolean {
  const read = readUrl(url);
  if (!read) return false;
  const { protocol, hostname, username, password } = read;
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) && username === '' && password === ''
  );
}

/**
 * Sends a text message to your provider's adapter: `POST { "messageId": "…", "to": "+4915112345678", "text": "…" }`. Any 2xx means sent;
 * redirects are not followed, so that codes go nowhere else. A repeated message, after a lost or late answer, has the same `messageId`,
 * which is also its `Idempotency-Key`.
 *
 * The function it returns throws {@link DeliveryError} SMS_UNREACHABLE, SMS_REFUSED: final if the answer is 4xx, except 408 (Request
 * Timeout) and 429 (Too Many Requests).
 *
 * @see IETF draft-ietf-httpapi-idempotency-key-header: the header's value is a quoted string
 */
export function smsWebhookSend({ url, token, timeoutMs = 10_000 }: SmsWebhook): (message: SmsMessage) => Promise<void> {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  return async ({ id, to, text, traceparent }) => {
    const body = JSON.stringify({ messageId: id, to, text });
    const own = { 'Idempotency-Key': `"${id}"`, ...traceHeaders(traceparent) };
    const response = await post(url, { headers: { ...headers, ...own }, body, timeoutMs });
    await response.body?.cancel();
    const { ok, status } = response;
    if (ok) return;
    const isPermanent = status >= 400 && status < 500 && status !== 408 && status !== 429;
    throw new DeliveryError('SMS_REFUSED', `The SMS hook answered ${status} instead of 2xx.`, { isPermanent });
  };
}

async function post(
  url: string,
  { headers, body, timeoutMs }: { headers: Record<string, string>; body: string; timeoutMs: number },
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
  } catch {
    throw new DeliveryError(
      'SMS_UNREACHABLE',
      signal.aborted ? `The SMS hook did not answer within ${timeoutMs} ms.` : 'The SMS hook cannot be reached.',
    );
  }
}
