import { refused } from '../../contract/refusals.js';
import type { RequestOf } from '../../contract/row.js';
import type { signRawPayload } from '../../contract/signing.js';
import { type Bytes, utf8 } from '../../crypto/bytes.js';
import { sha256 } from '../../crypto/digest.js';
import { EncodingError } from '../../crypto/encodingError.js';
import { fromHex } from '../../crypto/hex.js';
import { type AuthorizationFacts, readAuthorization } from './ethereum/authorization.js';
import { readTypedData, type TypedDataFacts } from './ethereum/typedData.js';
import { loadKeccak256 } from './keccak.js';

/** What to sign: a text in one of the encodings, and how it becomes the bytes that are signed. */
export type Payload = Pick<RequestOf<typeof signRawPayload>, 'payload' | 'encoding' | 'hashFunction'>;

/** What policies read of a payload that has a meaning, under the names by which they know it. */
export type PayloadFacts = {
  readonly eth?: { readonly eip_712: TypedDataFacts } | { readonly eip_7702_authorization: AuthorizationFacts };
};

/** A payload that has been read: the bytes themselves, or the digest that stands for what they mean. */
export type ReadPayload = { readonly facts: PayloadFacts } & ({ readonly bytes: Bytes } | { readonly digest: Bytes });

/**
 * Reads a payload in its encoding.
 *
 * @throws {RefusedError} PAYLOAD_MALFORMED
 */
export async function readPayload(payload: string, encoding: Payload['encoding']): Promise<ReadPayload> {
  switch (encoding) {
    case 'PAYLOAD_ENCODING_HEXADECIMAL':
      return { bytes: hexBytes(payload.replace(/^0x/i, '')), facts: {} };
    case 'PAYLOAD_ENCODING_TEXT_UTF8':
      // A lone surrogate has no UTF-8: encoded, it would be signed as another text.
      if (/\p{Surrogate}/u.test(payload)) throw refused('PAYLOAD_MALFORMED');
      return { bytes: utf8(payload), facts: {} };
    case 'PAYLOAD_ENCODING_EIP712': {
      const { digest, facts } = await readTypedData(payload);
      return { digest, facts: { eth: { eip_712: facts } } };
    }
    case 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION': {
      const { digest, facts } = await readAuthorization(payload);
      return { digest, facts: { eth: { eip_7702_authorization: facts } } };
    }
  }
}

function hexBytes(payload: string): Bytes {
  try {
    return fromHex(payload);
  } catch (error) {
    throw error instanceof EncodingError ? refused('PAYLOAD_MALFORMED', { cause: error }) : error;
  }
}

/**
 * What ECDSA signs.
 *
 * @returns 32 bytes.
 * @throws {RefusedError} DIGEST_LENGTH, HASH_FUNCTION_MISMATCH
 */
export async function digestOf(read: ReadPayload, hashFunction: Payload['hashFunction']): Promise<Bytes> {
  if ('digest' in read) {
    if (hashFunction !== 'HASH_FUNCTION_NO_OP') throw refused('HASH_FUNCTION_MISMATCH');
    return read.digest;
  }
  const { bytes } = read;
  switch (hashFunction) {
    case 'HASH_FUNCTION_NO_OP':
      if (bytes.length !== 32) throw refused('DIGEST_LENGTH', { about: `it has ${bytes.length}` });
      return bytes;
    case 'HASH_FUNCTION_SHA256':
      return sha256(bytes);
    case 'HASH_FUNCTION_KECCAK256':
      return (await loadKeccak256())(bytes);
    case 'HASH_FUNCTION_NOT_APPLICABLE':
      throw refused('HASH_FUNCTION_MISMATCH');
  }
}
