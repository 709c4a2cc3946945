import { asciiToBase64Url, fromPaddedBase64Url, toBase64Url } from '../crypto/base64url.js';
import type { Bytes } from '../crypto/bytes.js';
import { sha256 } from '../crypto/digest.js';
import { toHex } from '../crypto/hex.js';
import { readJsonObject } from '../crypto/json.js';
import { LatchkeyError } from '../errors.js';
import { StampError } from './stamp.js';

/** The header of a passkey's stamp. */
export const webauthnStampHeader = 'X-Stamp-Webauthn';

/** A passkey's answer to the bytes of a request's body. */
export type WebauthnStamp = {
  readonly credentialId: Bytes;
  readonly authenticatorData: Bytes;
  readonly clientDataJson: Bytes;
  /** ES256: DER. */
  readonly signature: Bytes;
};

/** The header's value: JSON of four texts, each base64url without padding. @see docs/wire.md 3.2 */
export const writeWebauthnStamp = (stamp: WebauthnStamp): string =>
  JSON.stringify({
    authenticatorData: toBase64Url(stamp.authenticatorData),
    clientDataJson: toBase64Url(stamp.clientDataJson),
    credentialId: toBase64Url(stamp.credentialId),
    signature: toBase64Url(stamp.signature),
  });

/**
 * Parses a header of at most 8 KiB: four members in any order, each base64url with or without padding. The ceremony's verification checks their content.
 *
 * @throws {StampError} STAMP_MALFORMED
 */
export function readWebauthnStamp(header: string): WebauthnStamp {
  try {
    const stamp = readJsonObject(header.length <= longestHeader ? header : '');
    const { authenticatorData, clientDataJson, credentialId, signature } = stamp;
    if (Object.keys(stamp).length === 4) {
      return {
        credentialId: bytesOf(credentialId),
        authenticatorData: bytesOf(authenticatorData),
        clientDataJson: bytesOf(clientDataJson),
        signature: bytesOf(signature),
      };
    }
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
  }
  throw new StampError(
    'STAMP_MALFORMED',
    'This is not the stamp of a passkey: JSON of authenticatorData, clientDataJson, credentialId and signature, each base64url.',
  );
}

/**
 * The challenge that a passkey signs to stamp a body, as in the client data: base64url of the 64 characters of its SHA-256 in lowercase
 * hex.
 *
 * @see docs/wire.md 3.2
 */
export const webauthnChallenge = async (body: Bytes): Promise<string> => asciiToBase64Url(toHex(await sha256(body)));

const longestHeader = 8_192;

function bytesOf(text: unknown): Bytes {
  const bytes = typeof text === 'string' ? fromPaddedBase64Url(text) : new Uint8Array();
  if (bytes.length === 0) throw new StampError('STAMP_MALFORMED', 'Each member of the stamp has to hold bytes.');
  return bytes;
}
