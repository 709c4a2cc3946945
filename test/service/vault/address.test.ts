import { describe, expect, test } from 'vitest';
import { addressFormat, curve } from '../../../src/contract/shapes.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { portableP256, portablePrimitives } from '../../../src/service/primitives.js';
import { addressWriter } from '../../../src/service/vault/address.js';

/** The secret key 1: its public key is the curve's base point. */
const one = fromHex('01'.padStart(64, '0'));

/** The base points. @see SEC 2 v2, 2.4.1 and 2.4.2 */
const secp256k1Base =
  '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
const p256Base =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

test('an Ethereum address is the end of the hash of the point, in mixed case', async () => {
  const { secp256k1 } = await portablePrimitives();
  const write = addressWriter('ADDRESS_FORMAT_ETHEREUM', 'CURVE_SECP256K1');
  expect(await write(await secp256k1.publicKey(one))).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
});

test('a Solana address is the public key in base58', async () => {
  const write = addressWriter('ADDRESS_FORMAT_SOLANA', 'CURVE_ED25519');
  expect(await write(new Uint8Array(32))).toBe('1'.repeat(32)); // the system program
});

test('compressed and uncompressed are the public key in hex', async () => {
  const { secp256k1 } = await portablePrimitives();
  const point = await secp256k1.publicKey(one);
  expect(await addressWriter('ADDRESS_FORMAT_UNCOMPRESSED', 'CURVE_SECP256K1')(point)).toBe(secp256k1Base);
  expect(await addressWriter('ADDRESS_FORMAT_COMPRESSED', 'CURVE_SECP256K1')(point)).toBe(toHex(point));

  const p256Point = await (await portableP256()).publicKey(one);
  expect(await addressWriter('ADDRESS_FORMAT_UNCOMPRESSED', 'CURVE_P256')(p256Point)).toBe(p256Base);
  expect(await addressWriter('ADDRESS_FORMAT_COMPRESSED', 'CURVE_P256')(p256Point)).toBe(toHex(p256Point));
});

test('an Ed25519 public key has one form', async () => {
  const point = new Uint8Array(32).fill(9);
  expect(await addressWriter('ADDRESS_FORMAT_UNCOMPRESSED', 'CURVE_ED25519')(point)).toBe('09'.repeat(32));
  expect(await addressWriter('ADDRESS_FORMAT_COMPRESSED', 'CURVE_ED25519')(point)).toBe('09'.repeat(32));
});

describe('every combination of format and curve is either written or refused by code', () => {
  const anyCurve = [...curve.options];
  const onEd25519 = /_(SOLANA|SUI|APTOS|XLM|TON_\w+)$/;
  const curvesOf = (format: string): readonly string[] => {
    if (/_SPARK_/.test(format)) return [];
    if (/COMPRESSED$/.test(format)) return anyCurve;
    return onEd25519.test(format) ? ['CURVE_ED25519'] : ['CURVE_SECP256K1'];
  };

  test.each([...addressFormat.options])('%s', (format) => {
    const curves = curvesOf(format);
    const code = curves.length > 0 ? 'ADDRESS_FORMAT_CURVE_MISMATCH' : 'ADDRESS_FORMAT_NOT_SUPPORTED';
    for (const each of anyCurve) {
      const attempt = () => addressWriter(format, each);
      if (curves.includes(each)) expect(attempt()).toBeTypeOf('function');
      else expect(attempt).toThrow(expect.objectContaining({ code }));
    }
  });
});
