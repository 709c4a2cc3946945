import { bs58 } from '@turnkey/encoding';
import fc from 'fast-check';
import nacl from 'tweetnacl';
import { english, generateMnemonic, HDKey, hdKeyToAccount, mnemonicToAccount } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import { toHex } from '../../src/crypto/hex.js';
import { nodePrimitives } from '../../src/service/nodePrimitives.js';
import type { Primitives } from '../../src/service/primitives.js';
import { deriveAccount } from '../../src/service/vault/account.js';
import { mnemonicSeed } from '../../src/service/vault/mnemonic.js';
import { always } from './random.js';

let primitives: Primitives;
beforeAll(async () => {
  primitives = await nodePrimitives();
});

const seeds = fc.uint8Array({ minLength: 16, maxLength: 64 }).map((seed) => new Uint8Array(seed));
const index = fc.integer({ min: 0, max: 0x7fff_ffff });
const ethereum = (path: string) =>
  ({ curve: 'CURVE_SECP256K1', path, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }) as const;

test('viem derives the same accounts from words', () =>
  always(
    fc.constantFrom(128, 160, 192, 224, 256),
    async (strength) => {
      const words = generateMnemonic(english, strength);
      const account = mnemonicToAccount(words);
      const ours = await deriveAccount(primitives, await mnemonicSeed(words), ethereum("m/44'/60'/0'/0/0"));
      expect(ours.address).toBe(account.address);
      expect(`0x${ours.publicKey}`).toBe(compressed(account.publicKey));
    },
    100,
  ));

test('viem derives the well-known account', async () => {
  const words = 'test test test test test test test test test test test junk';
  const { address } = await deriveAccount(primitives, await mnemonicSeed(words), ethereum("m/44'/60'/0'/0/0"));
  expect(address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  expect(address).toBe(mnemonicToAccount(words).address);
});

test('viem derives the same account from a seed, at any index', () =>
  always(fc.tuple(seeds, index, index, index), async ([seed, accountIndex, changeIndex, addressIndex]) => {
    const account = hdKeyToAccount(HDKey.fromMasterSeed(seed), { accountIndex, changeIndex, addressIndex });
    const path = `m/44'/60'/${accountIndex}'/${changeIndex}/${addressIndex}`;
    const ours = await deriveAccount(primitives, seed, ethereum(path));
    expect(ours.address).toBe(account.address);
    expect(toHex(ours.secretKey)).toBe(toHex(new Uint8Array(account.getHdKey().privateKey ?? [])));
  }));

test('tweetnacl finds the same public key, and bs58 writes the same address, of a Solana account', () =>
  always(fc.tuple(seeds, index), async ([seed, accountIndex]) => {
    const path = `m/44'/501'/${accountIndex}'/0'`;
    const account = { curve: 'CURVE_ED25519', path, addressFormat: 'ADDRESS_FORMAT_SOLANA' } as const;
    const { address, publicKey, secretKey } = await deriveAccount(primitives, seed, account);
    const theirs = nacl.sign.keyPair.fromSeed(secretKey).publicKey;
    expect(publicKey).toBe(toHex(new Uint8Array(theirs)));
    expect(address).toBe(bs58.encode(theirs));
  }));

/** viem gives 65 bytes; the vault's are compressed. */
function compressed(publicKey: string): string {
  const isOdd = Number.parseInt(publicKey.slice(-1), 16) % 2 === 1;
  return `0x${isOdd ? '03' : '02'}${publicKey.slice(4, 68)}`;
}
