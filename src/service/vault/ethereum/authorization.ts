import { refused } from '../../../contract/refusals.js';
import { JsonError, readStrictJson } from '../../../contract/strictJson.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { fromHex } from '../../../crypto/hex.js';
import { bytesOf, writeRlp } from '../../../crypto/rlp.js';
import { loadKeccak256 } from '../keccak.js';
import { isMembers, readAddress, readInteger } from './members.js';

/** What policies read of an authorization. */
export type AuthorizationFacts = { readonly address: string; readonly chain_id: bigint; readonly nonce: bigint };

/**
 * Reads an authorization by which an account runs a contract's code: JSON of `address`, `chainId` (0: on every chain), `nonce`.
 *
 * @returns `digest`: 32 bytes, what is signed.
 * @throws {RefusedError} PAYLOAD_MALFORMED
 * @see EIP-7702
 */
export async function readAuthorization(
  text: string,
): Promise<{ readonly digest: Bytes; readonly facts: AuthorizationFacts }> {
  const facts = read(text);
  const encoded = writeRlp([bytesOf(facts.chain_id), fromHex(facts.address.slice(2)), bytesOf(facts.nonce)]);
  const keccak = await loadKeccak256();
  return { digest: keccak(Uint8Array.of(0x05), encoded), facts };
}

function read(text: string): AuthorizationFacts {
  try {
    const json = readStrictJson(text);
    if (isMembers(json) && Object.keys(json).every((name) => members.includes(name))) {
      const address = readAddress(json.address);
      const chainId = readInteger(json.chainId);
      const nonce = readInteger(json.nonce);
      // A nonce of 2^64 - 1 can never be used. @see EIP-2681
      const isWhole =
        chainId !== undefined && chainId >= 0n && nonce !== undefined && nonce >= 0n && nonce < 2n ** 64n - 1n;
      if (address !== undefined && isWhole) return { address, chain_id: chainId, nonce };
    }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  throw refused('PAYLOAD_MALFORMED', { about: 'an authorization is JSON of address, chainId and nonce' });
}

const members = ['address', 'chainId', 'nonce'];
