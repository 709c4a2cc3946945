import fc from 'fast-check';
import type { Bytes } from '../../src/crypto/bytes.js';
import { toHex } from '../../src/crypto/hex.js';
import { publicKeyOf } from '../../src/crypto/p256.js';

/** Checks a property with many random inputs. A failure prints its seed and the smallest failing input. */
export function always<Input>(
  inputs: fc.Arbitrary<Input>,
  holds: (input: Input) => Promise<void>,
  numRuns = 250,
): Promise<void> {
  return fc.assert(fc.asyncProperty(inputs, holds), { numRuns });
}

/** Zero to `maxLength` bytes. */
export const bytes = (maxLength: number): fc.Arbitrary<Bytes> =>
  fc.uint8Array({ maxLength }).map((array) => new Uint8Array(array));

/** A private key of P-256 or secp256k1, whose orders begin with 0xff: 32 bytes. */
export const privateKey: fc.Arbitrary<Bytes> = fc
  .tuple(fc.integer({ min: 0, max: 0x7f }), fc.uint8Array({ minLength: 31, maxLength: 31 }))
  .map(([first, rest]) => Uint8Array.of(first, ...rest))
  .filter((key) => key.some((byte) => byte !== 0));

/** Text without lone surrogates, as a request can contain it. */
export const text: fc.Arbitrary<string> = fc.string({ unit: 'binary', maxLength: 300 });

/** A key pair in hex, as API keys are kept. */
export async function keyPair(key: Bytes): Promise<{ publicKey: string; privateKey: string }> {
  return { publicKey: await publicKeyOf(toHex(key)), privateKey: toHex(key) };
}
