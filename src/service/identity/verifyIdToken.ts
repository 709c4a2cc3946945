import { refused } from '../../contract/refusals.js';
import { oauthNonce } from '../../crypto/oauthNonce.js';
import { peer } from '../peer.js';
import type { Tools } from '../tools.js';
import { emailOfToken } from './authoritativeEmail.js';
import { type ClaimedIdentity, type IdTokenClaims, identityOf, readIdToken } from './idToken.js';
import { type IssuerSettings, issuersOf } from './issuers.js';
import { checkOwnParties, ownIdentity } from './ownTokens.js';

/** The content of a verified ID token: the identity, and which key requested it. */
export type Identity = ClaimedIdentity & {
  /** Hashes of keys. @see oauthNonce */
  readonly nonces: readonly string[];
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** A canonical e-mail address that the issuer itself hosts. */
  readonly email: string | undefined;
};

/**
 * Verifies an ID token by the issuers of a configuration. Its own content is checked first, so that an invalid token causes no request to
 * its issuer.
 *
 * @throws {RefusedError} OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN,
 * OIDC_TOKEN_EXPIRED, OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 * @see OpenID Connect Core, 3.1.3.7
 */
export async function verifyIdToken(
  { findProviderKey, publicUrl }: VerifyTools,
  settings: IssuerSettings,
  token: string,
  nowMs: number,
): Promise<Identity> {
  const { algorithm, keyId, claims } = readIdToken(token);
  if (claims.iss === publicUrl) checkOwnParties(settings, claims);
  else checkParties(settings, claims);
  checkTimes(claims, nowMs);
  const key = await findProviderKey(claims.iss, { algorithm, keyId });
  const { compactVerify, errors } = await peer('jose', () => import('jose'));
  try {
    await compactVerify(token, key, { algorithms: [algorithm] });
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw refused('OIDC_SIGNATURE_INVALID', { cause: error });
  }
  return claimedIdentity(claims, publicUrl);
}

/** What tokens are verified with. */
export type VerifyTools = Pick<Tools, 'findProviderKey' | 'publicUrl'>;

/** The identity in claims, regardless of their signature. @throws {RefusedError} OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_MALFORMED */
export function claimedIdentity(claims: IdTokenClaims, publicUrl: string | undefined): Identity {
  const { nonce = [], tknonce = [], iat, exp } = claims;
  const nonces = [nonce, tknonce].flat();
  const times = { issuedAtMs: iat * 1000, expiresAtMs: exp * 1000 };
  const whom = claims.iss === publicUrl ? ownIdentity(claims) : identityOf(claims);
  return { ...whom, nonces, ...times, email: emailOfToken(claims) };
}

/**
 * That the token was issued within the last ten minutes.
 *
 * @throws {RefusedError} OIDC_TOKEN_TOO_OLD
 */
export function checkRecent({ issuedAtMs }: Identity, nowMs: number): void {
  if (issuedAtMs + longestAgeMs + skewMs < nowMs) throw refused('OIDC_TOKEN_TOO_OLD');
}

/** Whether the token was requested by the holder of a key, in compressed hex. @see docs/wire.md 5.3 */
export async function isRequestedBy({ nonces }: Identity, publicKey: string): Promise<boolean> {
  return nonces.includes(await oauthNonce(publicKey));
}

/** What clocks may differ by. */
const skewMs = 60_000;
const longestAgeMs = 10 * 60_000;

/**
 * That the configuration knows the issuer, and of it every client id that the token names.
 *
 * @throws {RefusedError} OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN
 */
function checkParties(settings: IssuerSettings, { iss, aud, azp }: IdTokenClaims): void {
  const issuer = issuersOf(settings).find((known) => known.issuer === iss);
  if (!issuer) throw refused('OIDC_ISSUER_UNKNOWN');
  const parties = [aud, azp ?? []].flat(2);
  if (!parties.every((party) => issuer.clientIds.includes(party))) throw refused('OIDC_AUDIENCE_UNKNOWN');
}

function checkTimes({ exp, iat, nbf = iat }: IdTokenClaims, nowMs: number): void {
  if (exp * 1000 + skewMs <= nowMs) throw refused('OIDC_TOKEN_EXPIRED');
  if (Math.max(iat, nbf) * 1000 - skewMs > nowMs) throw refused('OIDC_TOKEN_NOT_YET_VALID');
}
