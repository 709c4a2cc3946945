import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import { type Bytes, concat, utf8 } from '../../../../src/crypto/bytes.js';
import { toHex } from '../../../../src/crypto/hex.js';
import { readTypedData } from '../../../../src/service/vault/ethereum/typedData.js';
import { hostileTypedData } from '../../../support/hostile/typedData.js';
import { refusedWith } from '../../../support/refusedWith.js';

const keccak = (...parts: readonly Bytes[]): Bytes => new Uint8Array(keccak_256(concat(...parts)));
const textHash = (text: string): Bytes => keccak(utf8(text));

/** The digest of a message whose one member is a list of the same item. @see EIP-712 */
function digestOf(type: string, item: Bytes, length: number): string {
  const domain = keccak(textHash('EIP712Domain(string name)'), textHash('x'));
  const list = keccak(...Array.from({ length }, () => item));
  return toHex(keccak(Uint8Array.of(0x19, 0x01), domain, keccak(textHash(`M(${type}[] a)`), list)));
}

describe('A-65: the largest typed data are hashed in parts', () => {
  const refused = ['a hundred types that refer to all', 'long types'];

  test.each(hostileTypedData.filter(({ what }) => refused.includes(what)))('$what are refused', async ({ text }) => {
    await refusedWith('PAYLOAD_MALFORMED', readTypedData(text));
  });

  test.each(hostileTypedData.filter(({ what }) => !refused.includes(what)))('$what are read', async ({ text }) => {
    expect((await readTypedData(text)).digest).toHaveLength(32);
  });

  const one = Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 1 : 0));
  test.each([
    ['numbers', 'uint8', one],
    ['texts', 'string', textHash('')],
    ['bytes', 'bytes', textHash('')],
    ['lists', 'string[]', textHash('')],
  ])('the digest of thousands of %s is the one of EIP-712', async (what, type, item) => {
    const { text } = hostileTypedData.find((each) => each.what === what) ?? { text: '' };
    const { digest, facts } = await readTypedData(text);
    const { a } = facts.message;
    expect(toHex(digest)).toBe(digestOf(type, item, Array.isArray(a) ? a.length : 0));
  });
});
