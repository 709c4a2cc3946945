import { utf8 } from '../../crypto/bytes.js';
import type { Outbound } from '../outbound.js';
import { turnstileVerifier } from './siteverify.js';

/**
 * Answers Turnstile's test keys without the network, as Turnstile does, and sends everything else on: for development and tests.
 *
 * @see Turnstile, "Test your Turnstile implementation"
 */
export const withTestKeys = (outbound: Outbound): Outbound => ({
  mayReach: (url) => url === turnstileVerifier || outbound.mayReach(url),
  request: async (request) => {
    const secret = request.url === turnstileVerifier ? new URLSearchParams(request.body).get('secret') : null;
    const answer = secret === null ? undefined : answers[secret];
    if (answer === undefined) return outbound.request(request);
    return { status: 200, headers: new Headers(), body: utf8(JSON.stringify(answer)) };
  },
});

const refusal = (code: string) => ({ success: false, 'error-codes': [code] });

/** By secret key. */
const answers: Readonly<Record<string, object>> = {
  '1x0000000000000000000000000000000AA': { success: true, 'error-codes': [], hostname: 'example.com' },
  '2x0000000000000000000000000000000AA': refusal('invalid-input-response'),
  '3x0000000000000000000000000000000AA': refusal('timeout-or-duplicate'),
};
