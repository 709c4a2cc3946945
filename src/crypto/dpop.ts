import { fromBase64Url, toBase64Url } from './base64url.js';
import { type Bytes, concat, utf8 } from './bytes.js';
import { sha256 } from './digest.js';
import { fromHex, toHex } from './hex.js';
import { readJws, TokenError, writeJws } from './jws.js';
import { compressPoint, decompressPoint, type SigningKey, sign, type VerifyP256, verify } from './p256.js';

/** What a proof of possession says of the one request that it is for. @see RFC 9449, 4.2 */
export type DpopClaims = {
  /** The request's method: `POST`. */
  readonly htm: string;
  /** The request's URL without query and fragment. */
  readonly htu: string;
  /** When it was made, in seconds since 1970. */
  readonly iat: number;
  /** No other proof by this key has it. 1 to 256 characters. */
  readonly jti: string;
  /** The access token it goes with, as {@link accessTokenHash}. */
  readonly ath: string;
};

/** A proof that was read: nothing in it is proved until {@link verifyDpopProof} has verified its signature. */
export type DpopProof = {
  /** The key that the proof names: 66 lowercase hex digits, SEC 1 compressed. */
  readonly publicKey: string;
  readonly claims: DpopClaims;
  /** The octets that were signed. */
  readonly signingInput: Bytes;
  /** 64 bytes, r‖s. */
  readonly signature: Bytes;
};

/**
 * Writes a DPoP proof: a JWT of type `dpop+jwt`, ES256, with the public key in its header.
 *
 * @see RFC 9449, 4.2
 */
export async function writeDpopProof(claims: DpopClaims, key: SigningKey): Promise<string> {
  const point = decompressPoint(fromHex(key.publicKey));
  const jwk = { kty: 'EC', crv: 'P-256', x: toBase64Url(point.slice(1, 33)), y: toBase64Url(point.slice(33)) };
  return writeJws(claims, (signingInput) => sign(key, signingInput), { typ: 'dpop+jwt', jwk });
}

/**
 * Reads a DPoP proof of exactly that form: no other header, no private member in the key, no other kind of token.
 *
 * @throws {TokenError} TOKEN_MALFORMED
 * @throws {KeyError} KEY_NOT_ON_CURVE
 * @throws {EncodingError} BASE64URL_MALFORMED
 * @see RFC 9449, 4.3, points 2 to 7
 */
export function readDpopProof(proof: string): DpopProof {
  const { header, claims, signingInput, signature } = readJws(proof, 'dpop+jwt', 3);
  return { publicKey: publicKeyOfJwk(header.jwk), claims: dpopClaims(claims), signingInput, signature };
}

/** Whether the key that the proof names has signed it. */
export async function verifyDpopProof(proof: DpopProof, verifyP256: VerifyP256 = verify): Promise<boolean> {
  return verifyP256(fromHex(proof.publicKey), proof.signature, proof.signingInput);
}

/** What a proof says of the access token it goes with: base64url of the SHA-256 of its characters. @see RFC 9449, 4.2 */
export async function accessTokenHash(token: string): Promise<string> {
  return toBase64Url(await sha256(utf8(token)));
}

/** @see RFC 7518, 6.2.1 */
function publicKeyOfJwk(jwk: unknown): string {
  if (typeof jwk !== 'object' || jwk === null) throw malformed();
  const { kty, crv, x, y, ...others } = jwk as Record<string, unknown>;
  const isPublic = kty === 'EC' && crv === 'P-256' && Object.keys(others).length === 0;
  if (!isPublic || !isCoordinate(x) || !isCoordinate(y)) throw malformed();
  return toHex(compressPoint(concat(Uint8Array.of(4), fromBase64Url(x), fromBase64Url(y))));
}

/** Base64url of 32 bytes. */
const isCoordinate = (value: unknown): value is string => typeof value === 'string' && value.length === 43;

function dpopClaims({ htm, htu, iat, jti, ath }: Record<string, unknown>): DpopClaims {
  const isNamed = isText(htm, 64) && isText(htu, 4_096) && isText(jti, 256) && isText(ath, 64);
  if (isNamed && Number.isSafeInteger(iat) && Number(iat) > 0) return { htm, htu, iat: Number(iat), jti, ath };
  throw malformed();
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= most;

const malformed = (): TokenError => new TokenError('TOKEN_MALFORMED', 'This is not a DPoP proof.');
