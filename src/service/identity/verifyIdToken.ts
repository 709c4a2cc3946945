import { refused } from '../../contract/refusals.js';
import { oauthNonce } from '../../crypto/oauthNonce.js';
import { peer } from '../peer.js';
import type { Tools } from '../tools.js';
import { type IdTokenClaims, readIdToken } from './idToken.js';
import { type IssuerSettings, issuersOf } from './issuers.js';

/** What an ID token proves: who somebody is at an issuer, and which key asked for it. */
export type Identity = {
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
  /** Hashes of keys. @see oauthNonce */
  readonly nonces: readonly string[];
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
};

/**
 * Verifies an ID token by the issuers of a configuration. What the token itself says is looked at first, so that none that would be
 * refused anyway makes the service ask its issuer for keys.
 *
 * @throws {RefusedError} OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN,
 * OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_EXPIRED, OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID,
 * PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 * @see OpenID Connect Core, 3.1.3.7
 */
export async function verifyIdToken(
  { findProviderKey }: Pick<Tools, 'findProviderKey'>,
  settings: IssuerSettings,
  token: string,
  nowMs: number,
): Promise<Identity> {
  const { algorithm, keyId, claims } = readIdToken(token);
  const audience = audienceOf(settings, claims);
  checkTimes(claims, nowMs);
  const key = await findProviderKey(claims.iss, { algorithm, keyId });
  const { compactVerify, errors } = await peer('jose', () => import('jose'));
  try {
    await compactVerify(token, key, { algorithms: [algorithm] });
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw refused('OIDC_SIGNATURE_INVALID', { cause: error });
  }
  const { iss, sub, nonce = [], tknonce = [], iat, exp } = claims;
  const nonces = [nonce, tknonce].flat();
  return { issuer: iss, audience, subject: sub, nonces, issuedAtMs: iat * 1000, expiresAtMs: exp * 1000 };
}

/**
 * That the token was issued within the last ten minutes.
 *
 * @throws {RefusedError} OIDC_TOKEN_TOO_OLD
 */
export function checkRecent({ issuedAtMs }: Identity, nowMs: number): void {
  if (issuedAtMs + longestAgeMs + skewMs < nowMs) throw refused('OIDC_TOKEN_TOO_OLD');
}

/** Whether the token was asked for by the holder of a key, in compressed hex. @see Wire facts 5.3 */
export async function isAskedForBy({ nonces }: Identity, publicKey: string): Promise<boolean> {
  return nonces.includes(await oauthNonce(publicKey));
}

/** What clocks may differ by. */
const skewMs = 60_000;
const longestAgeMs = 10 * 60_000;

/**
 * To whom it was issued, by the issuer that it names: each of them a client id that the configuration has for that issuer.
 *
 * @throws {RefusedError} OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN
 */
function audienceOf(settings: IssuerSettings, { iss, aud, azp }: IdTokenClaims): string {
  const issuer = issuersOf(settings).find((known) => known.issuer === iss);
  if (!issuer) throw refused('OIDC_ISSUER_UNKNOWN');
  const audiences = [aud].flat();
  const parties = azp === undefined ? audiences : [...audiences, azp];
  if (!parties.every((party) => issuer.clientIds.includes(party))) throw refused('OIDC_AUDIENCE_UNKNOWN');
  const [audience, ...others] = audiences;
  if (audience !== undefined && others.length === 0) return audience;
  // Of several, the one that it was issued to is who identifies the person.
  if (azp === undefined || !audiences.includes(azp))
    throw refused('OIDC_AUDIENCE_UNKNOWN', { about: 'several, and no azp' });
  return azp;
}

function checkTimes({ exp, iat, nbf = iat }: IdTokenClaims, nowMs: number): void {
  if (exp * 1000 + skewMs <= nowMs) throw refused('OIDC_TOKEN_EXPIRED');
  if (Math.max(iat, nbf) * 1000 - skewMs > nowMs) throw refused('OIDC_TOKEN_NOT_YET_VALID');
}
