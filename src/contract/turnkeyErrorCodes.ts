import type { RefusalCode } from './refusals.js';

/**
 * What the hosted service calls the cause of a refusal of ours, where it has a name for it. Of several with one name, the first
 * is what that name means to our clients.
 *
 * @see Wire facts 2.6
 */
const turnkeyErrorCodes: Partial<Record<RefusalCode, string>> = {
  REQUEST_INVALID: 'REQUEST_INVALID',
  REQUEST_MALFORMED: 'REQUEST_INVALID',
  ACTIVITY_TYPE_UNKNOWN: 'REQUEST_INVALID',
  BODY_TOO_LARGE: 'REQUEST_INVALID',
  HEADERS_TOO_LARGE: 'REQUEST_INVALID',
  CONTENT_TYPE_UNSUPPORTED: 'REQUEST_INVALID',
  METHOD_NOT_ALLOWED: 'REQUEST_INVALID',
  FILTER_NOT_SUPPORTED: 'REQUEST_INVALID',
  CREDENTIAL_REQUIRED: 'REQUEST_INVALID',
  PUBLIC_KEY_INVALID: 'REQUEST_INVALID',
  QUORUM_INVALID: 'REQUEST_INVALID',
  PROXY_CONFIG_INVALID: 'REQUEST_INVALID',
  TIMESTAMP_NOT_LIVE: 'INVALID_TIME',
  STAMP_MISSING: 'SIGNATURE_MISSING',
  STAMP_INVALID: 'SIGNATURE_INVALID',
  STAMP_MALFORMED: 'SIGNATURE_INVALID',
  STAMP_AMBIGUOUS: 'SIGNATURE_INVALID',
  CLIENT_SIGNATURE_INVALID: 'SIGNATURE_INVALID',
  PUBLIC_KEY_NOT_FOUND: 'PUBLIC_KEY_NOT_FOUND',
  API_KEY_EXPIRED: 'API_KEY_EXPIRED',
  API_KEY_NOT_FOUND: 'CREDENTIAL_NOT_FOUND',
  CREDENTIAL_CONFLICT: 'CREDENTIAL_CONFLICT',
  NOT_AUTHORIZED: 'REQUEST_NOT_AUTHORIZED',
  FRESH_LOGIN_REQUIRED: 'REQUEST_NOT_AUTHORIZED',
  ORIGIN_NOT_ALLOWED: 'FORBIDDEN',
  TOO_MANY_SIGNUPS: 'RATE_LIMIT_EXCEEDED',
  TOO_MANY_REQUESTS: 'RATE_LIMIT_EXCEEDED',
  TOO_MANY_REFUSALS: 'RATE_LIMIT_EXCEEDED',
  TOO_MANY_ACTIVITIES: 'RATE_LIMIT_EXCEEDED',
  TOO_MUCH_AT_ONCE: 'RATE_LIMIT_EXCEEDED',
  LOGIN_BUSY: 'RATE_LIMIT_EXCEEDED',
  TOO_MANY_CODES: 'MAX_OTP_INITIATED',
  CONTACT_INVALID: 'INVALID_EMAIL',
  TRANSACTION_MALFORMED: 'INVALID_TRANSACTION',
  TRANSACTION_TYPE_NOT_SUPPORTED: 'UNSUPPORTED_TRANSACTION_TYPE',
  INTERNAL: 'INTERNAL',
};

/** The hosted service's name for the cause of a refusal, if it has one. */
export const turnkeyErrorCodeOf = (code: string): string | undefined =>
  Object.hasOwn(turnkeyErrorCodes, code) ? turnkeyErrorCodes[code as RefusalCode] : undefined;

/** What a name of the hosted service means here. */
export const refusalNamed = (turnkeyErrorCode: string): string | undefined =>
  Object.entries(turnkeyErrorCodes).find(([, name]) => name === turnkeyErrorCode)?.[0];
