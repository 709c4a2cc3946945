import * as v from 'valibot';
import { fromUtf8 } from '../../crypto/bytes.js';
import { readJsonObject } from '../../crypto/json.js';
import { LatchkeyError } from '../../errors.js';
import { type Outbound, type OutboundAnswer, OutboundError } from '../outbound.js';

/** Where Turnstile says whether a token is good. */
export const turnstileVerifier = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

export type TokenToVerify = {
  readonly secretKey: string;
  readonly token: string;
  /** A UUID: the same token may be asked about again by the same one. */
  readonly idempotencyKey: string;
  /** Who solved the captcha, as far as that is known. */
  readonly clientAddress: string | undefined;
};

/** What the verifier says of a token, or why it is not known. */
export type CaptchaVerdict =
  | { readonly is: 'good'; readonly hostname: string | undefined; readonly action: string | undefined }
  | { readonly is: 'refused' | 'spent' }
  | { readonly is: 'unknown'; readonly because: 'no answer' | 'answer unreadable' | 'secret key refused' };

/**
 * Asks once, and never twice: a verifier spends a token by its first answer.
 *
 * @see Turnstile, "Validate the token": parameters and error codes
 */
export async function siteverify(outbound: Outbound, url: string, request: TokenToVerify): Promise<CaptchaVerdict> {
  const form = new URLSearchParams({
    secret: request.secretKey,
    response: request.token,
    idempotency_key: request.idempotencyKey,
    ...(request.clientAddress !== undefined && { remoteip: request.clientAddress }),
  });
  const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' };
  try {
    return verdictOf(await outbound.request({ method: 'POST', url, headers, body: form.toString() }));
  } catch (error) {
    if (error instanceof OutboundError) return { is: 'unknown', because: 'no answer' };
    throw error;
  }
}

/** Some refusals come with a status of 400; of one above, nothing is read. */
function verdictOf({ status, body }: OutboundAnswer): CaptchaVerdict {
  if (status >= 500 || status === 429) return { is: 'unknown', because: 'no answer' };
  const read = v.safeParse(answerSchema, jsonOf(body));
  if (!read.success) return { is: 'unknown', because: 'answer unreadable' };
  const { success, hostname, action, 'error-codes': codes = [] } = read.output;
  if (success && status === 200) return { is: 'good', hostname, action };
  if (codes.some((code) => code.endsWith('-input-secret'))) return { is: 'unknown', because: 'secret key refused' };
  if (codes.includes('timeout-or-duplicate')) return { is: 'spent' };
  if (codes.some((code) => code.endsWith('-input-response'))) return { is: 'refused' };
  return { is: 'unknown', because: 'answer unreadable' };
}

const answerSchema = v.object({
  success: v.boolean(),
  'error-codes': v.optional(v.array(v.string())),
  hostname: v.optional(v.string()),
  action: v.optional(v.string()),
});

function jsonOf(body: OutboundAnswer['body']): unknown {
  try {
    return readJsonObject(fromUtf8(body));
  } catch (error) {
    if (error instanceof LatchkeyError) return undefined;
    throw error;
  }
}
