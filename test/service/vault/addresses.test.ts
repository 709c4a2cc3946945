import { bech32, bech32m } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { type AddressFormat, addressFormat, type Curve } from '../../../src/contract/shapes.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { portablePrimitives } from '../../../src/service/primitives.js';
import { deriveAccount } from '../../../src/service/vault/account.js';
import { addressWriter } from '../../../src/service/vault/address.js';
import { curvePublicKeyOf } from '../../../src/service/vault/curve.js';
import { mnemonicSeed } from '../../../src/service/vault/mnemonic.js';

type Published = readonly [format: string, address: string];

const written = async (format: string, curve: Curve, publicKey: string) =>
  addressWriter(`ADDRESS_FORMAT_${format}` as AddressFormat, curve)(fromHex(publicKey));

/** @see trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp: every chain's address of one secret key */
describe('the addresses of the secret key 46…46, as Trust Wallet publishes them', () => {
  test.each<readonly [Curve, ...Published]>([
    ['CURVE_SECP256K1', 'ETHEREUM', '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'],
    ['CURVE_SECP256K1', 'COSMOS', 'cosmos1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0emlrvp'],
    ['CURVE_SECP256K1', 'SEI', 'sei1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z05hw42q'],
    ['CURVE_SECP256K1', 'TRON', 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp'],
    ['CURVE_SECP256K1', 'XRP', 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ'],
    ['CURVE_SECP256K1', 'DOGE_MAINNET', 'DNRTC6GZ5evmM7BZWwPqF54fyDqUqULMyu'],
    ['CURVE_SECP256K1', 'BITCOIN_MAINNET_P2PKH', '1JHMeqKunF2Up6zxnMQGhJu5667BXz98YQ'],
    ['CURVE_SECP256K1', 'BITCOIN_MAINNET_P2WPKH', 'bc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z00ppggv'],
    ['CURVE_ED25519', 'SOLANA', 'H4JcMPicKkHcxxDjkyyrLoQj7Kcibd9t815ak4UvTr9M'],
    ['CURVE_ED25519', 'XLM', 'GDXJHJHWN6GRNOAZXON6XH74ZX6NYFAS5B7642RSJQVJTIPA4ZYUQLEB'],
    ['CURVE_ED25519', 'APTOS', '0xce2fd04ac9efa74f17595e5785e847a2399d7e637f5e8179244f76191f653276'],
    ['CURVE_ED25519', 'SUI', '0x870deb25d5c0a4d7250d52d5cd58dacca2d51eb2a120a979b13384cd52e21e1b'],
  ])('%s %s', async (curve, format, address) => {
    const publicKey = await curvePublicKeyOf(await portablePrimitives(), curve, fromHex('46'.repeat(32)));
    expect(await addressWriter(`ADDRESS_FORMAT_${format}` as AddressFormat, curve)(publicKey)).toBe(address);
  });
});

describe('the addresses of TON', () => {
  /** @see ton-org/ton, src/wallets/*.spec.ts, and the wallet of V5R1 in the same key; here not bounceable */
  const publicKey = '5754865e86d0ade1199301bbb0319a25ed6b129c4b0a57f28f62449b3df9c522';

  test.each([
    ['V3R2', 'EQA0D_5WdusaCB-SpnoE6l5TzdBmgOkzTcXrdh0px6g3zJSk'],
    ['V4R2', 'EQDnBF4JTFKHTYjulEJyNd4dstLGH1m51UrLdu01_tw4z2Au'],
    ['V5R1', 'UQBiUbwjoB56b7CYtoiPnY5vPh2Fwjva6jEPBhqnttjQKpce'],
  ])('of wallet %s', async (wallet, published) => {
    const address = await written(`TON_${wallet}`, 'CURVE_ED25519', publicKey);
    const bytesOf = (text: string) => Buffer.from(text, 'base64url');
    expect(address).toMatch(/^UQ[\w-]{46}$/);
    expect(bytesOf(address).subarray(1, 34)).toEqual(bytesOf(published).subarray(1, 34));
    if (published.startsWith('UQ')) expect(address).toBe(published);
  });

  /** @see trustwallet/wallet-core, the same file: bounceable there */
  test('and of the key 46…46', async () => {
    const ofKey = await curvePublicKeyOf(await portablePrimitives(), 'CURVE_ED25519', fromHex('46'.repeat(32)));
    const address = await addressWriter('ADDRESS_FORMAT_TON_V4R2', 'CURVE_ED25519')(ofKey);
    expect(Buffer.from(address, 'base64url').subarray(1, 34)).toEqual(
      Buffer.from('EQAoYT8nMLfeNh6h0uIoK_wLm9JkvxiGxJDr6GRXJGu2ZhpY', 'base64url').subarray(1, 34),
    );
  });
});

/** @see BIP-44, BIP-49, BIP-84 and BIP-86, their own test vectors; the words are those of BIP-39's first vector */
describe('the accounts that the standards of Bitcoin publish', () => {
  test.each([
    ["m/44'/0'/0'/0/0", 'MAINNET_P2PKH', '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA'],
    ["m/49'/1'/0'/0/0", 'TESTNET_P2SH', '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2'],
    ["m/49'/0'/0'/0/0", 'MAINNET_P2SH', '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf'],
    ["m/84'/0'/0'/0/0", 'MAINNET_P2WPKH', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ["m/84'/0'/0'/0/1", 'MAINNET_P2WPKH', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    ["m/84'/0'/0'/1/0", 'MAINNET_P2WPKH', 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el'],
    ["m/86'/0'/0'/0/0", 'MAINNET_P2TR', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
    ["m/86'/0'/0'/0/1", 'MAINNET_P2TR', 'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh'],
    ["m/86'/0'/0'/1/0", 'MAINNET_P2TR', 'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7'],
  ])('%s %s', async (path, format, published) => {
    const seed = await mnemonicSeed(`${'abandon '.repeat(11)}about`);
    const account = { curve: 'CURVE_SECP256K1', path, addressFormat: `ADDRESS_FORMAT_BITCOIN_${format}` } as const;
    const { address } = await deriveAccount(await portablePrimitives(), seed, {
      ...account,
      addressFormat: account.addressFormat as AddressFormat,
    });
    expect(address).toBe(published);
  });
});

/** @see BIP-173, "Examples": the base point, alone and in the script `<key> OP_CHECKSIG` */
describe('the examples of BIP-173', () => {
  const base = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

  test.each<Published>([
    ['MAINNET_P2WPKH', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['TESTNET_P2WPKH', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['SIGNET_P2WPKH', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['REGTEST_P2WPKH', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
    ['MAINNET_P2WSH', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
    ['TESTNET_P2WSH', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
  ])('%s', async (format, published) => {
    expect(await written(`BITCOIN_${format}`, 'CURVE_SECP256K1', base)).toBe(published);
  });

  test.each(['P2WPKH', 'P2WSH', 'P2TR'])('%s is one witness program under the prefix of each network', async (kind) => {
    const coder = kind === 'P2TR' ? bech32m : bech32;
    const of = async (network: string) =>
      coder.decode((await written(`BITCOIN_${network}_${kind}`, 'CURVE_SECP256K1', base)) as `${string}1${string}`);
    const { words } = await of('MAINNET');
    expect(words[0]).toBe(kind === 'P2TR' ? 1 : 0);
    expect(await of('TESTNET')).toEqual({ prefix: 'tb', words });
    expect(await of('SIGNET')).toEqual({ prefix: 'tb', words });
    expect(await of('REGTEST')).toEqual({ prefix: 'bcrt', words });
  });

  test('P2PKH and P2SH are the same on the three networks of tests', async () => {
    for (const kind of ['P2PKH', 'P2SH']) {
      const of = (network: string) => written(`BITCOIN_${network}_${kind}`, 'CURVE_SECP256K1', base);
      expect(await of('SIGNET')).toBe(await of('TESTNET'));
      expect(await of('REGTEST')).toBe(await of('TESTNET'));
    }
    // The address that this key has wherever it is shown.
    expect(await written('BITCOIN_MAINNET_P2PKH', 'CURVE_SECP256K1', base)).toBe('1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH');
    expect(await written('BITCOIN_TESTNET_P2PKH', 'CURVE_SECP256K1', base)).toBe('mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r');
  });
});

/** @see aptos-labs/aptos-ts-sdk, tests/unit/helper.ts */
test('the address of Aptos keeps its leading zero', async () => {
  const publicKey = 'ea526ba1710343d953461ff68641f1b7df5f23b9042ffa2d2a798d3adb3f3d6c';
  const published = '0x07968dab936c1bad187c60ce4082f307d030d780e91e694ae03aef16aba73f30';
  expect(await written('APTOS', 'CURVE_ED25519', publicKey)).toBe(published);
});

/** Version 0x71 is n or m in base58. @see Dogecoin Core, chainparams.cpp */
test('the test network of Doge has the hash of the main one under another version', async () => {
  const base = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  const { createBase58check } = await import('@scure/base');
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const coder = createBase58check(sha256);
  const main = coder.decode(await written('DOGE_MAINNET', 'CURVE_SECP256K1', base));
  const other = coder.decode(await written('DOGE_TESTNET', 'CURVE_SECP256K1', base));
  expect([main[0], other[0]]).toEqual([0x1e, 0x71]);
  expect(other.subarray(1)).toEqual(main.subarray(1));
});

test('every format of the wire but those of Spark has an address', () => {
  const without = addressFormat.options.filter((format) =>
    (['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'] as const).every((curve) => {
      try {
        addressWriter(format, curve);
        return false;
      } catch {
        return true;
      }
    }),
  );
  expect(without).toEqual(['ADDRESS_FORMAT_SPARK_MAINNET', 'ADDRESS_FORMAT_SPARK_REGTEST']);
});
