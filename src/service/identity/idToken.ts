import * as v from 'valibot';
import { refused } from '../../contract/refusals.js';
import { fromBase64Url } from '../../crypto/base64url.js';
import { fromUtf8 } from '../../crypto/bytes.js';
import { readJsonObject } from '../../crypto/json.js';
import { LatchkeyError } from '../../errors.js';
import type { WantedKey } from '../tools.js';

/** An identity at an issuer, for one of its clients. */
export type ClaimedIdentity = { readonly issuer: string; readonly audience: string; readonly subject: string };

/** How an ID token may be signed. */
export type Algorithm = WantedKey['algorithm'];

/** An ID token, read and not believed. */
export type IdToken = {
  readonly algorithm: Algorithm;
  /** The id of the issuer's key in the header. */
  readonly keyId: string | undefined;
  readonly claims: IdTokenClaims;
};

/** The claims that are used here; a token may have more. Times in seconds since 1970. @see OpenID Connect Core, 2 */
export type IdTokenClaims = v.InferOutput<typeof claims>;

/**
 * Parses an ID token strictly, before it is verified: canonical base64url, no member twice, a header that chooses neither the key nor
 * extensions, and a public-key algorithm.
 *
 * @throws {RefusedError} OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED
 * @see RFC 7515, 4.1 and 7.1; RFC 8725, 3; OpenID Connect Core, 2
 */
export function readIdToken(token: string): IdToken {
  const [first = '', second = '', signature = '', ...more] = token.split('.');
  const header = readPart(first);
  const payload = readPart(second);
  if (more.length > 0 || !isBase64Url(signature)) throw refused('OIDC_TOKEN_MALFORMED');
  const refusedMember = refusedMembers.find((name) => Object.hasOwn(header, name));
  if (refusedMember !== undefined) throw refused('OIDC_HEADER_REFUSED', { about: refusedMember });
  const read = v.safeParse(headerShape, header);
  if (!read.success) throw refused('OIDC_TOKEN_MALFORMED', { about: 'its header' });
  const { alg, kid, typ } = read.output;
  if (typ !== undefined && !/^(?:application\/)?jwt$/i.test(typ))
    throw refused('OIDC_HEADER_REFUSED', { about: 'typ' });
  const algorithm = algorithms.find((name) => name === alg);
  if (!algorithm) throw refused('OIDC_ALGORITHM_REFUSED');
  const parsed = v.safeParse(claims, payload);
  if (!parsed.success)
    throw refused('OIDC_TOKEN_MALFORMED', { about: `its claim ${v.getDotPath(parsed.issues[0]) ?? ''}` });
  return { algorithm, keyId: kid, claims: parsed.output };
}

const algorithms: readonly Algorithm[] = ['RS256', 'ES256', 'EdDSA'];

/**
 * The identity in the claims. If there are several audiences, the one that the token was issued to counts.
 *
 * @throws {RefusedError} OIDC_AUDIENCE_UNKNOWN
 * @see OpenID Connect Core, 3.1.3.7
 */
export function identityOf({ iss, sub, aud, azp }: IdTokenClaims): ClaimedIdentity {
  const [audience, ...others] = [aud].flat();
  if (audience !== undefined && others.length === 0) return { issuer: iss, audience, subject: sub };
  if (azp === undefined || !aud.includes(azp)) throw refused('OIDC_AUDIENCE_UNKNOWN', { about: 'several, and no azp' });
  return { issuer: iss, audience: azp, subject: sub };
}

/** Members by which a token would choose its own key, or be interpreted differently by others. */
const refusedMembers = ['crit', 'b64', 'jwk', 'jku', 'x5c', 'x5u', 'zip', 'enc', 'epk', 'p2c'];

const headerShape = v.object({
  alg: v.string(),
  kid: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(1024))),
  typ: v.optional(v.string()),
});

/** Seconds since 1970; a provider may send a fraction. Values beyond 2100 are errors. */
const numericDate = v.pipe(v.number(), v.minValue(0), v.maxValue(4_102_444_800));
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));

const claims = v.object({
  iss: name,
  /** @see OpenID Connect Core, 2: at most 255 ASCII characters */
  sub: v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,255}$/)),
  aud: v.union([name, v.pipe(v.array(name), v.minLength(1), v.maxLength(20))]),
  exp: numericDate,
  iat: numericDate,
  nbf: v.optional(numericDate),
  azp: v.optional(name),
  nonce: v.optional(v.string()),
  /** Beside or instead of the nonce, of providers that make that themselves. @see docs/wire.md 5.3 */
  tknonce: v.optional(v.string()),
  email: v.optional(v.string()),
  /** Some providers write it as text. */
  email_verified: v.optional(v.union([v.boolean(), v.picklist(['true', 'false'])])),
  /** Of the service's own tokens: the top-level organization that they were made for. */
  organization_id: v.optional(v.string()),
  /** The domain of a Google Workspace. */
  hd: v.optional(v.string()),
});

function readPart(part: string): Record<string, unknown> {
  try {
    return readJsonObject(fromUtf8(fromBase64Url(part)));
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
    throw refused('OIDC_TOKEN_MALFORMED');
  }
}

function isBase64Url(part: string): boolean {
  try {
    return fromBase64Url(part).length > 0;
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
    return false;
  }
}
