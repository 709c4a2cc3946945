import './page.js';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { StamperType, type TurnkeyClient } from '@turnkey/core';
import {
  decryptExportBundle,
  encryptPrivateKeyToBundle,
  encryptWalletToBundle,
  generateP256KeyPair,
} from '@turnkey/crypto';
import nacl from 'tweetnacl';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKeys } from '../../src/contract/credentials.js';
import { toBase58 } from '../../src/crypto/base58.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { trustPublicKey } from '../../src/service/configuration/trustKeys.js';
import { createMnemonic } from '../../src/service/vault/mnemonic.js';
import type { TestService } from '../../src/testing/createTestService.js';
import { apiKeyOf, done, makeSubOrganization, type Party } from '../support/parties.js';
import { coreClientOf } from './coreClient.js';
import { type Loopback, openLoopback } from './loopback.js';
import { ethereum, solana } from './visit.js';

let loopback: Loopback;
let client: TurnkeyClient;
let party: Party;
let signer: string;
beforeAll(async () => {
  loopback = await openLoopback();
  // With the machine's clock, because the clients use it, too.
  const still: TestService = { ...loopback, clock: Object.assign(() => Date.now(), { advanceMs: () => {} }) };
  [party] = (await makeSubOrganization(still)).users;
  const { organizationId, userId } = party;
  const key = generateP256KeyPair();
  await done(still, party, createApiKeys, { userId, apiKeys: [apiKeyOf(key, 'Exported')] });
  client = await coreClientOf(loopback, { organizationId, key });
  const parent = { organization_id: loopback.organizationId, parent_id: null };
  signer = await trustPublicKey(loopback.service.tools.store.db, parent, 'signer');
});
afterAll(() => loopback.close());

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const stampWith = StamperType.ApiKey;
/** The organization and the signer, which both ends of every bundle need. */
const bundleOptions = () => ({ organizationId: party.organizationId, dangerouslyOverrideSignerPublicKey: signer });
const asUser = () => ({ organizationId: party.organizationId, userId: party.userId });
const target = () => {
  const { privateKey: embeddedKey, publicKeyUncompressed: targetPublicKey } = generateP256KeyPair();
  return { embeddedKey, targetPublicKey };
};

/** Imports a mnemonic as the headless client and its helpers do. */
async function imported(mnemonic: string): Promise<string> {
  const { importBundle } = await client.httpClient.initImportWallet(asUser(), stampWith);
  const encryptedBundle = await encryptWalletToBundle({
    mnemonic,
    importBundle,
    userId: party.userId,
    ...bundleOptions(),
  });
  const { walletId } = await client.httpClient.importWallet(
    {
      encryptedBundle,
      walletName: crypto.randomUUID(),
      accounts: [ethereum, solana],
      ...asUser(),
    },
    stampWith,
  );
  return walletId;
}

test('@turnkey/core and @turnkey/crypto import words and export them again', async () => {
  const mnemonic = await createMnemonic(24, random);
  const walletId = await imported(mnemonic);
  const { embeddedKey, targetPublicKey } = target();
  const { organizationId } = party;
  const { exportBundle } = await client.httpClient.exportWallet(
    { walletId, targetPublicKey, organizationId },
    stampWith,
  );
  expect(await decryptExportBundle({ exportBundle, embeddedKey, returnMnemonic: true, ...bundleOptions() })).toBe(
    mnemonic,
  );
  const { wallet } = await client.httpClient.getWallet({ organizationId, walletId }, stampWith);
  expect(wallet).toMatchObject({ imported: true, exported: true });
});

test('@turnkey/core and @turnkey/crypto export the keys of accounts, one in the form of Solana', async () => {
  const mnemonic = await createMnemonic(12, random);
  const walletId = await imported(mnemonic);
  const { organizationId } = party;
  const { accounts } = await client.httpClient.getWalletAccounts({ organizationId, walletId }, stampWith);
  const exported = async (format: string) => {
    const address = accounts.find(({ addressFormat }) => addressFormat === format)?.address ?? '';
    const { embeddedKey, targetPublicKey } = target();
    const request = { address, targetPublicKey, organizationId };
    const { exportBundle } = await client.httpClient.exportWalletAccount(request, stampWith);
    return { address, opening: { exportBundle, embeddedKey, returnMnemonic: false, ...bundleOptions() } };
  };
  const { opening } = await exported('ADDRESS_FORMAT_ETHEREUM');
  const key = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(ethereum.path).privateKey;
  expect(await decryptExportBundle(opening)).toBe(toHex(new Uint8Array(key ?? [])));
  const inSolana = await exported('ADDRESS_FORMAT_SOLANA');
  const seed = fromHex(await decryptExportBundle(inSolana.opening));
  const pair = nacl.sign.keyPair.fromSeed(seed);
  expect(toBase58(new Uint8Array(pair.publicKey))).toBe(inSolana.address);
  const written = await decryptExportBundle({ ...inSolana.opening, keyFormat: 'SOLANA' });
  expect(written).toBe(toBase58(new Uint8Array(pair.secretKey)));
});

test('@turnkey/core and @turnkey/crypto import private keys in both forms, and export them again', async () => {
  const keys = [
    { privateKey: `0x${'1f'.repeat(32)}`, keyFormat: 'HEXADECIMAL', curve: 'CURVE_SECP256K1' },
    {
      privateKey: toBase58(new Uint8Array(nacl.sign.keyPair.fromSeed(fromHex('2e'.repeat(32))).secretKey)),
      keyFormat: 'SOLANA',
      curve: 'CURVE_ED25519',
    },
  ] as const;
  const { organizationId } = party;
  for (const { privateKey, keyFormat, curve } of keys) {
    const { importBundle } = await client.httpClient.initImportPrivateKey(asUser(), stampWith);
    const sealing = { privateKey, keyFormat, importBundle, userId: party.userId, ...bundleOptions() };
    const { privateKeyId } = await client.httpClient.importPrivateKey(
      {
        encryptedBundle: await encryptPrivateKeyToBundle(sealing),
        privateKeyName: keyFormat,
        curve,
        addressFormats: [keyFormat === 'SOLANA' ? 'ADDRESS_FORMAT_SOLANA' : 'ADDRESS_FORMAT_ETHEREUM'],
        ...asUser(),
      },
      stampWith,
    );
    const { embeddedKey, targetPublicKey } = target();
    const exporting = { privateKeyId, targetPublicKey, organizationId };
    const { exportBundle } = await client.httpClient.exportPrivateKey(exporting, stampWith);
    const opened = await decryptExportBundle({
      exportBundle,
      embeddedKey,
      keyFormat,
      returnMnemonic: false,
      ...bundleOptions(),
    });
    expect(opened).toBe(privateKey.replace(/^0x/, ''));
    const request = { organizationId, privateKeyId };
    const { privateKey: kept } = await client.httpClient.getPrivateKey(request, stampWith);
    expect(kept).toMatchObject({ imported: true, exported: true });
    if (keyFormat === 'HEXADECIMAL')
      expect(kept.addresses[0]?.address).toBe(privateKeyToAddress(privateKey as `0x${string}`));
  }
});

test('@turnkey/core gets the message that it expects for invalid words', async () => {
  await expect(imported('twelve words that nobody has ever put into any list at all')).rejects.toThrow(
    /invalid mnemonic/,
  );
});
