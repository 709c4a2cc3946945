import { UnverifiedError } from './unverifiedError.js';

/** The headers and body of the answer to a refused request. */
export type UnverifiedAnswer = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** @see RFC 9449, 7.1 */
export const unverifiedAnswer = ({ code, message, challenge }: UnverifiedError): UnverifiedAnswer => ({
  headers: {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'WWW-Authenticate': challenge,
    // Exposed to other origins, since the kit uses it to correct a wrong clock.
    'Access-Control-Expose-Headers': 'WWW-Authenticate',
  },
  body: JSON.stringify({ code, message }),
});

/**
 * The response to a request that is not verified: 401 with its challenge, and `{ code, message }`.
 *
 * @throws what it is given, if that is no {@link UnverifiedError}
 */
export function answerUnverified(error: unknown): Response {
  if (!(error instanceof UnverifiedError)) throw error;
  const { headers, body } = unverifiedAnswer(error);
  return new Response(body, { status: error.status, headers });
}
