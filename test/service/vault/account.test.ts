import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { toHex } from '../../../src/crypto/hex.js';
import { nodePrimitives } from '../../../src/service/nodePrimitives.js';
import { portablePrimitives } from '../../../src/service/primitives.js';
import { type AccountParameters, deriveAccount } from '../../../src/service/vault/account.js';
import { mnemonicSeed } from '../../../src/service/vault/mnemonic.js';

const ethereum = {
  curve: 'CURVE_SECP256K1',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;
const solana = { curve: 'CURVE_ED25519', path: "m/44'/501'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' } as const;

describe.each([
  ['node', nodePrimitives],
  ['portable', portablePrimitives],
])('with the %s primitives', (_, make) => {
  test('the accounts that every wallet knows of the words "abandon … about"', async () => {
    const seed = await mnemonicSeed(`${'abandon '.repeat(11)}about`);
    const primitives = await make();
    expect(await deriveAccount(primitives, seed, ethereum)).toMatchObject({
      address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      publicKey: '0237b0bb7a8288d38ed49a524b5dc98cff3eb5ca824c9f9dc0dfdb3d9cd600f299',
    });
    expect(await deriveAccount(primitives, seed, solana)).toMatchObject({
      address: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    });
  });
});

test('the secret key is 32 bytes, and the public key is its own', async () => {
  const seed = new Uint8Array(randomBytes(64));
  const primitives = await nodePrimitives();
  const account = await deriveAccount(primitives, seed, ethereum);
  expect(account.secretKey).toEqual(HDKey.fromMasterSeed(seed).derive(ethereum.path).privateKey);
  expect(account.publicKey).toBe(toHex(await primitives.secp256k1.publicKey(account.secretKey)));
});

test('a P-256 account is derived at a path of unhardened steps too', async () => {
  const seed = new Uint8Array(64).fill(3);
  const account = await deriveAccount(await portablePrimitives(), seed, {
    curve: 'CURVE_P256',
    path: "m/44'/0/1",
    addressFormat: 'ADDRESS_FORMAT_COMPRESSED',
  });
  expect(account.address).toBe(account.publicKey);
  expect(account.publicKey).toMatch(/^0[23][0-9a-f]{64}$/);
});

test.each<[AccountParameters, string]>([
  [{ ...ethereum, path: "m/44h/60'" }, 'PATH_MALFORMED'],
  [{ ...solana, path: "m/44'/501'/0'/0" }, 'PATH_NOT_HARDENED'],
  [{ ...ethereum, curve: 'CURVE_ED25519' }, 'ADDRESS_FORMAT_CURVE_MISMATCH'],
  [{ ...solana, curve: 'CURVE_P256' }, 'ADDRESS_FORMAT_CURVE_MISMATCH'],
  [{ ...ethereum, addressFormat: 'ADDRESS_FORMAT_SPARK_MAINNET' }, 'ADDRESS_FORMAT_NOT_SUPPORTED'],
])('%o is refused: %s', async (parameters, code) => {
  const attempt = deriveAccount(await portablePrimitives(), new Uint8Array(64), parameters);
  await expect(attempt).rejects.toMatchObject({ code });
});
