import { readUrl } from '../../contract/readUrl.js';
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

/** Whether codes may be handed to this address: nobody between must be able to read them. */
export function isSmsWebhookUrl(url: string): boolean {
  const read = readUrl(url);
  if (!read) return false;
  const { protocol, hostname, username, password } = read;
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) && username === '' && password === ''
  );
}

/**
 * Hands a text message to your provider's adapter: `POST { "to": "+4915112345678", "text": "…" }`. Any 2xx means sent;
 * redirects are not followed, so that a code goes where it was meant to.
 *
 * The function it returns throws {@link DeliveryError} SMS_UNREACHABLE, SMS_REFUSED.
 */
export function smsWebhookSend({ url, token, timeoutMs = 10_000 }: SmsWebhook): (message: SmsMessage) => Promise<void> {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  return async ({ to, text }) => {
    const response = await post(url, { headers, body: JSON.stringify({ to, text }), timeoutMs });
    await response.body?.cancel();
    if (!response.ok) {
      throw new DeliveryError('SMS_REFUSED', `The SMS hook answered ${response.status} instead of 2xx.`);
    }
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
