import * as v from 'valibot';
import { text } from '../../contract/fields.js';
import { refused } from '../../contract/refusals.js';
import { JsonError, readStrictJson } from '../../contract/strictJson.js';
import type { ClaimedIdentity } from './idToken.js';
import { ownIdentity } from './ownTokens.js';
import type { VerifyTools } from './verifyIdToken.js';

/**
 * The identity that claims name, as JSON: `{"iss","sub","aud"}`.
 *
 * @throws {RefusedError} FILTER_NOT_SUPPORTED; OIDC_TOKEN_MALFORMED of the service's own
 * @see docs/wire.md 1.3 `account`
 */
export function identityOfClaims(json: string, { publicUrl }: Pick<VerifyTools, 'publicUrl'>): ClaimedIdentity {
  const read = v.safeParse(claims, readOrNothing(json));
  if (!read.success) throw refused('FILTER_NOT_SUPPORTED', { about: 'claims are JSON of iss, sub and aud' });
  const { iss, sub, aud } = read.output;
  if (iss === publicUrl) return ownIdentity({ sub });
  return { issuer: iss, audience: aud, subject: sub };
}

const claims = v.strictObject({ iss: text, sub: text, aud: text });

function readOrNothing(json: string): unknown {
  try {
    return readStrictJson(json);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return undefined;
  }
}
