import { LatchkeyError } from '../errors.js';
import { fromBase64Url, toBase64Url } from './base64url.js';
import { type Bytes, fromUtf8, utf8 } from './bytes.js';
import { readJsonObject } from './json.js';

/** The parts of a token, read but not believed. */
export type Jws = {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
  /** The octets that were signed: header, dot, claims, as they stand in the token. */
  readonly signingInput: Bytes;
  /** 64 bytes, r‖s. */
  readonly signature: Bytes;
};

/**
 * Reads a compact JWS of at most 8 KiB, of one kind only: header `alg` ES256 and the `typ` that is expected and nothing else, so
 * that no token chooses its own algorithm or names a key; canonical base64url; no member twice; a raw signature that is not zero.
 *
 * @param typ - by which kinds of tokens are told apart. Default: JWT.
 * @param members - how many members the header has. Where it is more than two, the caller reads them.
 * @throws {TokenError} TOKEN_MALFORMED
 * @see RFC 7515, section 7.1; RFC 7518, section 3.4; RFC 8725, section 3
 */
export function readJws(token: string, typ: string = 'JWT', members: number = 2): Jws {
  try {
    const [first = '', second = '', signature = '', ...more] = token.length <= longestToken ? token.split('.') : [];
    const raw = fromBase64Url(signature);
    const header = readPart(first);
    const known = header.alg === 'ES256' && header.typ === typ && Object.keys(header).length === members;
    if (
      known &&
      more.length === 0 &&
      raw.length === 64 &&
      isAnyBitSet(raw.slice(0, 32)) &&
      isAnyBitSet(raw.slice(32))
    ) {
      return { header, claims: readPart(second), signingInput: utf8(`${first}.${second}`), signature: raw };
    }
  } catch (cause) {
    if (!(cause instanceof LatchkeyError)) throw cause;
  }
  throw new TokenError('TOKEN_MALFORMED', 'This is not a token signed with ES256.');
}

/**
 * Writes a compact JWS.
 *
 * @param sign - makes r‖s, 64 bytes, of the signing input.
 * @param header - beside `alg`. Default: `typ` JWT.
 */
export async function writeJws(
  claims: object,
  sign: (signingInput: Bytes) => Promise<Bytes>,
  header: object = { typ: 'JWT' },
): Promise<string> {
  const signed = [{ alg: 'ES256', ...header }, claims].map((part) => toBase64Url(utf8(JSON.stringify(part)))).join('.');
  return `${signed}.${toBase64Url(await sign(utf8(signed)))}`;
}

const longestToken = 8_192;

function readPart(part: string): Record<string, unknown> {
  return readJsonObject(fromUtf8(fromBase64Url(part)));
}

function isAnyBitSet(bytes: Bytes): boolean {
  return bytes.some((byte) => byte !== 0);
}

/** A token that is not of its kind, or that its key did not sign. */
export class TokenError extends LatchkeyError<'TOKEN_MALFORMED' | 'TOKEN_SIGNATURE_INVALID'> {}
