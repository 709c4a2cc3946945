import { type FieldViolation, type RefusalCode, RefusedError } from './refusals.js';
import { refusalNamed, turnkeyErrorCodeOf } from './turnkeyErrorCodes.js';

/**
 * The body of a refusal: the RPC status that public clients read, with our stable code as the reason of an ErrorInfo. Where public clients
 * know a sentence, it is the message, and ours is the ErrorInfo's `metadata.sentence`. Of SUSPENDED `metadata.supportContact` says whom to ask.
 *
 * @see docs/wire.md 2.6; google.rpc error details (ErrorInfo, BadRequest, RetryInfo)
 */
export type RefusalBody = { code: number; message: string; details: { '@type': string; [member: string]: unknown }[] };

const types = {
  turnkey: 'type.googleapis.com/errors.v1.TurnkeyErrorDetail',
  info: 'type.googleapis.com/google.rpc.ErrorInfo',
  badRequest: 'type.googleapis.com/google.rpc.BadRequest',
  retry: 'type.googleapis.com/google.rpc.RetryInfo',
};

/** Writes a refusal's body for the wire. */
export function writeRefusalBody(error: RefusedError): RefusalBody {
  const { rawCode, message, published, supportContact } = error;
  const metadata = {
    ...(published !== undefined && { sentence: message }),
    ...(supportContact !== undefined && { supportContact }),
  };
  const info = { '@type': types.info, reason: rawCode, domain: 'latchkey' };
  const details: RefusalBody['details'] = [Object.keys(metadata).length > 0 ? { ...info, metadata } : info];
  const turnkeyErrorCode = turnkeyErrorCodeOf(error);
  if (turnkeyErrorCode) details.push({ '@type': types.turnkey, turnkeyErrorCode });
  if (error.fieldViolations.length > 0)
    details.push({ '@type': types.badRequest, fieldViolations: error.fieldViolations });
  if (error.retryAfterMs !== undefined)
    details.push({ '@type': types.retry, retryDelay: `${Math.ceil(error.retryAfterMs / 1000)}s` });
  return { code: error.grpc, message: published ?? message, details };
}

/**
 * Rebuilds a refusal from an answer. If the hosted service gives no reason of ours, its own code and the sentences that its public clients
 * look for are used.
 *
 * @param isKnown - whether this version knows the code, for that operation; another one becomes UNKNOWN_REFUSAL
 * @param retryAfter - the Retry-After header, in seconds, if there was one
 */
export function readRefusalBody(
  isKnown: (code: string) => boolean,
  status: number,
  body: unknown,
  retryAfter?: string | null,
): RefusedError {
  const { code, message, details } = shape(body);
  const of = (type: string) => details.find((detail) => detail['@type'] === type);
  const retryAfterMs = secondsOf(retryAfter ?? of(types.retry)?.retryDelay);
  const violations = of(types.badRequest)?.fieldViolations;
  const turnkeyErrorCode = of(types.turnkey)?.turnkeyErrorCode;
  const { reason, metadata } = of(types.info) ?? {};
  const sentence = (metadata as { sentence?: unknown } | null | undefined)?.sentence;
  const rawCode = reasonOf(reason, turnkeyErrorCode, message, status);
  return new RefusedError(
    isKnown(rawCode) ? (rawCode as RefusalCode) : 'UNKNOWN_REFUSAL',
    (typeof sentence === 'string' && sentence) || message || `The service answered ${status} without a reason.`,
    code,
    status,
    {
      rawCode,
      ...(typeof sentence === 'string' ? { published: message } : {}),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(typeof turnkeyErrorCode === 'string' ? { turnkeyErrorCode } : {}),
      ...(Array.isArray(violations) ? { fieldViolations: violations as FieldViolation[] } : {}),
    },
  );
}

type Shape = { code: number; message: string; details: { [member: string]: unknown }[] };

function shape(body: unknown): Shape {
  const { code, message, details } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return {
    code: typeof code === 'number' ? code : 2,
    message: typeof message === 'string' ? message : '',
    details: Array.isArray(details) ? details.filter((detail) => typeof detail === 'object' && detail !== null) : [],
  };
}

/** Sentences by which the hosted service's own kit distinguishes these causes. @see docs/wire.md 1.1 */
const sentences: readonly (readonly [string, string])[] = [
  ['Max number of OTPs have been initiated', 'TOO_MANY_CODES'],
  ['Invalid OTP code', 'OTP_WRONG'],
  ['could not find public key', 'PUBLIC_KEY_NOT_FOUND'],
  ['credential ID could not be found', 'CREDENTIAL_NOT_FOUND'],
  ['no organization found with the given ID', 'ORGANIZATION_NOT_FOUND'],
  ['organization mismatch', 'ORGANIZATION_MISMATCH'],
  ['more than one suborg associated with a public key', 'PUBLIC_KEY_AMBIGUOUS'],
  ['expired api key', 'API_KEY_EXPIRED'],
];

function reasonOf(reason: unknown, turnkeyErrorCode: unknown, message: string, status: number): string {
  if (typeof reason === 'string') return reason;
  const known = sentences.find(([sentence]) => message.includes(sentence));
  if (known) return known[1];
  if (typeof turnkeyErrorCode === 'string') return refusalNamed(turnkeyErrorCode) ?? turnkeyErrorCode;
  return status >= 500
    ? 'UNAVAILABLE'
    : status === 401
      ? 'STAMP_INVALID'
      : status === 403
        ? 'NOT_AUTHORIZED'
        : 'REQUEST_INVALID';
}

function secondsOf(text: unknown): number | undefined {
  const seconds = typeof text === 'string' ? Number(text.replace(/s$/, '')) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
