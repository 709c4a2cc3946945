import { fromHex, toHex } from './hex.js';
import { KeyError } from './keyError.js';

/** secp256k1: y² = x³ + 7 over the field of p. SEC 2 v2, 2.4.1. */
const fieldPrime = 2n ** 256n - 2n ** 32n - 977n;

/**
 * A public key with both of its coordinates. At once, without a library: public values only, since BigInt is not constant-time.
 *
 * @param publicKey - 66 hex digits, SEC 1 compressed.
 * @returns 130 lowercase hex digits, SEC 1 uncompressed.
 * @throws {KeyError} KEY_NOT_ON_CURVE
 * @see SEC 1 v2, 2.3.4
 */
export function uncompressedSecp256k1Key(publicKey: string): string {
  if (/^0[23][\da-f]{64}$/i.test(publicKey)) {
    const x = BigInt(`0x${publicKey.slice(2)}`);
    const ySquared = (x ** 3n + 7n) % fieldPrime;
    const root = squareRoot(ySquared);
    if (x < fieldPrime && (root * root) % fieldPrime === ySquared) {
      const isOdd = publicKey[1] === '3';
      const y = (root % 2n === 1n) === isOdd ? root : fieldPrime - root;
      return toHex(fromHex(`04${publicKey.slice(2)}${y.toString(16).padStart(64, '0')}`));
    }
  }
  throw new KeyError(
    'KEY_NOT_ON_CURVE',
    'This is not a point of secp256k1: a public key is 33 bytes, SEC 1 compressed.',
  );
}

/** A square root in the field, if `square` has one: p = 3 mod 4, so that the power of (p + 1) / 4 is it. */
function squareRoot(square: bigint): bigint {
  let root = 1n;
  let power = square;
  for (let exponent = (fieldPrime + 1n) / 4n; exponent > 0n; exponent >>= 1n) {
    if (exponent % 2n === 1n) root = (root * power) % fieldPrime;
    power = (power * power) % fieldPrime;
  }
  return root;
}
