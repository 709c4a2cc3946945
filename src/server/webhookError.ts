import { LatchkeyError } from '../errors.js';

/** Why an event was not accepted. */
export type WebhookErrorCode =
  /** A header of the signature is missing or malformed, or the body is too large: it was not sent by the service. */
  | 'WEBHOOK_MALFORMED'
  /** No published key made this signature over this body. */
  | 'WEBHOOK_SIGNATURE_INVALID'
  /** No key at `jwksUrl` has its id, as far as is known: another one is looked up a minute after the last look at the earliest. */
  | 'WEBHOOK_KEY_UNKNOWN'
  /** It was sent more than five minutes ago, or ahead: one of the two clocks is wrong, or it was recorded. */
  | 'WEBHOOK_NOT_LIVE'
  /** It was sent to another endpoint: somebody else's, of the same service. */
  | 'WEBHOOK_FOR_ANOTHER'
  /** This very delivery was accepted before. */
  | 'WEBHOOK_REPLAYED'
  /** The published keys could not be fetched. The service sends the event again. */
  | 'WEBHOOK_KEYS_UNREACHABLE';

/** An event is not proved to come from the service, for this endpoint, now. Answer it with `status`. */
export class WebhookError extends LatchkeyError<WebhookErrorCode> {
  /**
   * 503 where a genuine event may come to be accepted: WEBHOOK_KEYS_UNREACHABLE, WEBHOOK_KEY_UNKNOWN, WEBHOOK_NOT_LIVE. The service then
   * sends it again, with a new time. 400 otherwise: it does not.
   */
  readonly status: 400 | 503;

  constructor(code: WebhookErrorCode, options?: { cause?: unknown }) {
    super(code, messages[code], options);
    this.status = comesAgain.includes(code) ? 503 : 400;
  }
}

const comesAgain: readonly WebhookErrorCode[] = ['WEBHOOK_KEYS_UNREACHABLE', 'WEBHOOK_KEY_UNKNOWN', 'WEBHOOK_NOT_LIVE'];

const messages: Record<WebhookErrorCode, string> = {
  WEBHOOK_MALFORMED: 'This is no event of the service. Give verifyWebhook the headers and the raw body.',
  WEBHOOK_SIGNATURE_INVALID:
    'The signature is not by a key at jwksUrl over these bytes. Give verifyWebhook the raw body.',
  WEBHOOK_KEY_UNKNOWN: 'No key at jwksUrl has the id that signed this, or none had when it was looked at last.',
  WEBHOOK_NOT_LIVE: 'The event was not sent within five minutes. Check the clocks of both servers.',
  WEBHOOK_FOR_ANOTHER: 'The event is for another endpoint. Check endpointIds in the settings.',
  WEBHOOK_REPLAYED: 'This delivery was accepted before.',
  WEBHOOK_KEYS_UNREACHABLE: 'The keys at jwksUrl could not be read.',
};
