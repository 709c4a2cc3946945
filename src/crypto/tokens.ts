import { sha256 } from './digest.js';
import { readJws, TokenError, writeJws } from './jws.js';
import { isMilliseconds } from './milliseconds.js';
import { isPublicKeyText } from './newSigningKey.js';
import { readPublicKey, type Signer, type SigningKey, sign, type VerifyP256, verify } from './p256.js';

/** What a session token says. Names and forms are those of the wire. */
export type SessionClaims = {
  /** The end of the session, in seconds since 1970. */
  readonly exp: number;
  /** When the token was issued, in seconds since 1970. Tokens of the hosted service and of older versions have none. */
  readonly iat?: number | undefined;
  /** The session's key: 66 lowercase hex digits, SEC 1 compressed. */
  readonly public_key: string;
  /** `SESSION_TYPE_READ_WRITE`, or the name of a profile. */
  readonly session_type: string;
  readonly user_id: string;
  readonly organization_id: string;
};

/** What a verification token says. Names and forms are those of the wire. */
export type VerificationClaims = {
  /** The end of the token, in *milliseconds* since 1970, as decimal text. */
  readonly exp: string;
  readonly id: string;
  readonly organization_id: string;
  /** `OTP_TYPE_EMAIL` or `OTP_TYPE_SMS`. */
  readonly verification_type: string;
  /** The address or number that was proved. */
  readonly contact: string;
  /** The key that may use the token: 66 lowercase hex digits. Without one, any holder may use it. */
  readonly public_key?: string;
};

/** A session token, signed by the notarizer: ES256 over the SHA-256 of the signing input, which hashes it twice. */
export async function writeSessionToken(claims: SessionClaims, key: SigningKey | Signer): Promise<string> {
  return writeJws(claims, async (signingInput) => sign(key, await sha256(signingInput)));
}

/**
 * What a session token claims. Nothing is proved: neither its signature nor its time is looked at.
 *
 * @throws {TokenError} TOKEN_MALFORMED; a verification token is one, too.
 */
export function readSessionToken(token: string): SessionClaims {
  return sessionClaims(readJws(token).claims);
}

/**
 * {@link readSessionToken}, once its signature by the notarizer is verified. Whether it has ended is for the caller, who
 * has the clock.
 *
 * @param notarizerPublicKey - 65 bytes, hex.
 * @throws {TokenError} TOKEN_MALFORMED, TOKEN_SIGNATURE_INVALID
 * @throws {KeyError} KEY_NOT_ON_CURVE
 */
export async function verifySessionToken(
  token: string,
  notarizerPublicKey: string,
  verifyP256: VerifyP256 = verify,
): Promise<SessionClaims> {
  const { claims, signingInput, signature } = readJws(token);
  const session = sessionClaims(claims);
  if (await verifyP256(readPublicKey(notarizerPublicKey), signature, await sha256(signingInput))) return session;
  throw signatureInvalid();
}

/** A verification token, signed with ES256 as the standard has it. */
export async function writeVerificationToken(claims: VerificationClaims, key: SigningKey | Signer): Promise<string> {
  return writeJws(claims, (signingInput) => sign(key, signingInput));
}

/** What a verification token says of either form: the older one of the hosted service names no organization. */
export type ShownVerificationClaims = Omit<VerificationClaims, 'organization_id'> & {
  readonly organization_id?: string;
};

/**
 * The claims of a verification token. Nothing is verified: neither its signature nor its time. The older form of the hosted service is
 * read, too; its expiry in seconds is converted to the newer form.
 *
 * @throws {TokenError} TOKEN_MALFORMED; a session token is one, too.
 * @see docs/wire.md 5.1
 */
export function readVerificationToken(token: string): ShownVerificationClaims {
  const { claims } = readJws(token);
  if (!isSeconds(claims.exp) || claims.organization_id !== undefined) return verificationClaims(claims);
  const { organization_id: _, ...shown } = verificationClaims({
    ...claims,
    exp: String(claims.exp * 1000),
    organization_id: 'unnamed',
  });
  return shown;
}

/**
 * {@link readVerificationToken}, once its signature is verified. Whether it has ended is for the caller, who has the clock.
 *
 * @param publicKey - of its signer: 65 bytes, hex.
 * @throws {TokenError} TOKEN_MALFORMED, TOKEN_SIGNATURE_INVALID
 * @throws {KeyError} KEY_NOT_ON_CURVE
 */
export async function verifyVerificationToken(
  token: string,
  publicKey: string,
  verifyP256: VerifyP256 = verify,
): Promise<VerificationClaims> {
  const { claims, signingInput, signature } = readJws(token);
  const verification = verificationClaims(claims);
  if (await verifyP256(readPublicKey(publicKey), signature, signingInput)) return verification;
  throw signatureInvalid();
}

function sessionClaims(claims: Record<string, unknown>): SessionClaims {
  const { exp, iat, public_key, session_type, user_id, organization_id } = claims;
  if (
    isSeconds(exp) &&
    (iat === undefined || isSeconds(iat)) &&
    isPublicKeyText(public_key) &&
    isName(session_type) &&
    isName(user_id) &&
    isName(organization_id)
  ) {
    return { exp, iat, public_key, session_type, user_id, organization_id };
  }
  throw new TokenError('TOKEN_MALFORMED', 'This is not a session token.');
}

function verificationClaims(claims: Record<string, unknown>): VerificationClaims {
  const { exp, id, organization_id, verification_type, contact, public_key } = claims;
  const named = { id, organization_id, verification_type, contact };
  if (isMilliseconds(exp) && isEachName(named)) {
    if (public_key === undefined) return { exp, ...named };
    if (isPublicKeyText(public_key)) return { exp, ...named, public_key };
  }
  throw new TokenError('TOKEN_MALFORMED', 'This is not a verification token.');
}

/** A whole number of seconds before the year 5138, so that milliseconds are not taken for it. */
function isSeconds(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 1e11;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isEachName<Key extends string>(values: Record<Key, unknown>): values is Record<Key, string> {
  return Object.values(values).every(isName);
}

function signatureInvalid(): TokenError {
  return new TokenError('TOKEN_SIGNATURE_INVALID', 'The expected key did not sign this token: do not use it.');
}
