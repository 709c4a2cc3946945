import { expect, onTestFinished, test, vi } from 'vitest';
import { ActivityPendingError } from '../../../src/client/activityPendingError.js';
import { call } from '../../../src/client/call.js';
import type { Client } from '../../../src/client/createClient.js';
import { exportAccountKey, exportKey, exportMnemonic } from '../../../src/client/flows/exportSecrets.js';
import { importKey, importMnemonic } from '../../../src/client/flows/importSecrets.js';
import { targetKeysOf } from '../../../src/client/targetKeys.js';
import { firstAddress } from '../../../src/client/transfer/firstAddress.js';
import { waitingExport } from '../../../src/client/transfer/waiting.js';
import { defaultWallet } from '../../../src/client/wallet.js';
import { listActivities } from '../../../src/contract/activities.queries.js';
import { getWallet, listWalletAccounts, listWallets } from '../../../src/contract/wallets.queries.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { toHex } from '../../../src/crypto/hex.js';
import type { Session } from '../../../src/sessions/session.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { logIn } from '../../../src/testing/logIn.js';
import { secondRoot } from '../../support/secondRoot.js';

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const key = '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727';

test('two imports while the clock stands still are two', async () => {
  const { client } = await ada();
  await importMnemonic(client, { walletName: 'First', mnemonic: words });
  const { walletId } = await importMnemonic(client, {
    walletName: 'Second',
    mnemonic: `${'abandon '.repeat(11)}about`,
  });
  const { wallets } = await call(client, listWallets, {});
  expect(wallets.map((wallet) => wallet.walletId)).toContain(walletId);
  expect(wallets.map(({ walletName }) => walletName)).toEqual(expect.arrayContaining(['First', 'Second']));
});

type Ada = { service: TestService; client: Client; session: Session };

/** Ada, logged in, with the service's keys pinned. */
async function ada(config = {}): Promise<Ada> {
  const service = await createTestService({ config });
  onTestFinished(() => service.close());
  return { service, ...(await logIn(service, 'ada@example.com', { trust: service.trust })) };
}

const walletIdOf = async (client: Client) => (await call(client, listWallets, {})).wallets[0]?.walletId ?? '';
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    ({ code }) => code,
  );

test('words are imported, with the address that was shown before, and exported again', async () => {
  const { client } = await ada();
  const { walletId, addresses } = await importMnemonic(client, {
    walletName: 'Old',
    mnemonic: words.replaceAll(' ', '\n'),
  });
  expect(addresses[0]).toBe(await firstAddress(words, '', defaultWallet.accounts));
  const held = await exportMnemonic(client, { walletId });
  expect(await held.read((secret) => secret)).toEqual({ mnemonic: words, passphrase: '' });
  expect((await call(client, getWallet, { walletId })).wallet.exported).toBe(true);
});

test('a passphrase gives another wallet, and is exported with the words', async () => {
  const { client } = await ada();
  const mnemonic = () => words;
  const { walletId, addresses } = await importMnemonic(client, { walletName: 'Old', mnemonic, passphrase: 'tréma' });
  expect(addresses[0]).toBe(await firstAddress(words, 'tréma', defaultWallet.accounts));
  expect(addresses[0]).not.toBe(await firstAddress(words, '', defaultWallet.accounts));
  const held = await exportMnemonic(client, { walletId });
  expect(await held.read((secret) => secret)).toEqual({ mnemonic: words, passphrase: 'tréma' });
});

test('the first address is that of the first account whose format this device can derive', async () => {
  const [ethereum, solana] = defaultWallet.accounts as [
    (typeof defaultWallet.accounts)[0],
    (typeof defaultWallet.accounts)[0],
  ];
  const bitcoin = { ...ethereum, addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH' } as const;
  const { client } = await ada();
  const { addresses } = await importMnemonic(client, {
    walletName: 'Old',
    mnemonic: words,
    accounts: [bitcoin, solana],
  });
  expect(await firstAddress(words, '', [bitcoin, solana])).toBe(addresses[1]);
  expect(await firstAddress(words, '', [bitcoin])).toBeUndefined();
});

test('a private key is imported and exported', async () => {
  const { client } = await ada();
  const { privateKeyId, addresses } = await importKey(client, { privateKeyName: 'Old', privateKey: `0x${key}` });
  expect(addresses[0]?.address).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
  const held = await exportKey(client, { privateKeyId });
  expect(await held.read((text) => text)).toBe(`0x${key}`);
});

test('the key of one account is exported in the format of its chain’s wallets', async () => {
  const { client } = await ada();
  const { addresses } = await importMnemonic(client, { walletName: 'Old', mnemonic: words });
  const [ethereum = '', solana = ''] = addresses;
  const one = await exportAccountKey(client, { address: ethereum });
  expect(await one.read((text) => text)).toMatch(/^0x[\da-f]{64}$/);
  const other = await exportAccountKey(client, { address: solana, form: 'solana' });
  expect(await other.read((text) => text)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/);
});

test('a forgotten secret cannot be used any more, and the key that opened it is deleted', async () => {
  const { client } = await ada();
  const held = await exportMnemonic(client, { walletId: await walletIdOf(client) });
  expect(await targetKeysOf(client).list('export')).toEqual([]);
  held.forget();
  await expect(held.read(() => 'lent')).rejects.toThrow('forgotten');
});

test.each([
  ['words', (client: Client) => importMnemonic(client, { walletName: 'Old', mnemonic: words })],
  ['private keys', (client: Client) => importKey(client, { privateKeyName: 'Old', privateKey: key })],
  ['words to export', (client: Client) => exportMnemonic(client, { walletId: 'any' })],
])('%s need the service’s keys in the settings, and send no request without them', async (_, transfer) => {
  const service = await createTestService();
  onTestFinished(() => service.close());
  const { client } = await logIn(service, 'ada@example.com');
  expect(await codeOf(transfer(client))).toBe('SIGNER_KEY_MISSING');
});

test('T-42 a bundle that another key signed is neither sealed to nor opened', async () => {
  const { service, client } = await ada();
  const walletId = await walletIdOf(client);
  const trust = { ...service.trust, signerPublicKey: service.trust.notarizerPublicKey };
  const fooled = { ...client, settings: { ...client.settings, trust } };
  expect(await codeOf(importMnemonic(fooled, { walletName: 'Old', mnemonic: words }))).toBe('BUNDLE_SIGNER_UNKNOWN');
  expect(await codeOf(exportMnemonic(fooled, { walletId }))).toBe('BUNDLE_SIGNER_UNKNOWN');
  expect((await call(client, listWallets, {})).wallets).toHaveLength(1);
});

test('an export that needs approvals continues where it waited', async () => {
  const { service, client, session } = await ada();
  const walletId = await walletIdOf(client);
  const bob = await secondRoot({ service, client }, session);
  const error = await exportMnemonic(client, { walletId }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ActivityPendingError)) return expect.unreachable();
  const again = await exportMnemonic(client, { walletId }).catch((thrown: unknown) => thrown);
  expect((again as ActivityPendingError).activity.id).toBe(error.activity.id);
  await bob.approve(error.activity.fingerprint);
  const held = await exportMnemonic(client, { walletId });
  expect(await held.read(({ mnemonic }) => mnemonic.split(' ').length)).toBe(12);
  expect(await targetKeysOf(client).list('export')).toEqual([]);
});

test('two exports that wait have a key each, and each bundle opens by its own', async () => {
  const { service, client, session } = await ada();
  const [wallet] = (await call(client, listWallets, {})).wallets;
  const { walletId = '' } = wallet ?? {};
  const { accounts } = await call(client, listWalletAccounts, { walletId });
  const { address = '' } = accounts[0] ?? {};
  const bob = await secondRoot({ service, client }, session);
  const waitingFor = async (asked: Promise<unknown>) => {
    const error = await asked.catch((thrown: unknown) => thrown);
    if (!(error instanceof ActivityPendingError)) throw new Error('It does not wait.');
    return error.activity.fingerprint;
  };
  const ofWallet = await waitingFor(exportMnemonic(client, { walletId }));
  const ofAccount = await waitingFor(exportAccountKey(client, { address }));
  const keys = (await targetKeysOf(client).list('export')).map(({ publicKey }) => publicKey);
  expect(new Set(keys).size).toBe(2);
  await bob.approve(ofAccount);
  await bob.approve(ofWallet);
  const account = await exportAccountKey(client, { address });
  expect(await account.read((text) => text)).toMatch(/^0x[\da-f]{64}$/);
  const words = await exportMnemonic(client, { walletId });
  expect(await words.read(({ mnemonic }) => mnemonic.split(' ').length)).toBe(12);
  expect(await targetKeysOf(client).list('export')).toEqual([]);
});

test('an imported secret’s bytes are overwritten once they are sealed', async () => {
  const { client } = await ada();
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  let plaintext = new Uint8Array();
  const catchFirst = (secret: string) => {
    let isCaught = false;
    vi.spyOn(crypto.subtle, 'encrypt').mockImplementation((algorithm, by, data) => {
      const bytes = data as Uint8Array<ArrayBuffer>;
      if (!isCaught && toHex(bytes) === secret) {
        isCaught = true;
        plaintext = bytes;
      }
      return encrypt(algorithm, by, data);
    });
    onTestFinished(() => void vi.restoreAllMocks());
  };
  catchFirst(toHex(utf8(words)));
  await importMnemonic(client, { walletName: 'Old', mnemonic: words });
  expect([...plaintext]).toEqual(Array(words.length).fill(0));
  catchFirst(key);
  await importKey(client, { privateKeyName: 'Old', privateKey: key });
  expect([...plaintext]).toEqual(Array(32).fill(0));
});

test.each(['INTERNAL', 'UNAVAILABLE', 'TOO_MANY_REQUESTS'] as const)(
  'an export that waits outlives an answer of %s',
  async (refuse) => {
    const { service, client, session } = await ada();
    const walletId = await walletIdOf(client);
    const bob = await secondRoot({ service, client }, session);
    const error = await exportMnemonic(client, { walletId }).catch((thrown: unknown) => thrown);
    if (!(error instanceof ActivityPendingError)) return expect.unreachable();
    await bob.approve(error.activity.fingerprint);
    service.failures.next('export_wallet', { refuse }, 3);
    expect(await codeOf(exportMnemonic(client, { walletId }))).toBe(refuse);
    service.failures.clear();
    const held = await exportMnemonic(client, { walletId, resumes: error.activity.id });
    expect(await held.read(({ mnemonic }) => mnemonic.split(' ').length)).toBe(12);
  },
);

test('an export that another tab has collected is not submitted again when it is resumed', async () => {
  const { service, client, session } = await ada();
  const walletId = await walletIdOf(client);
  const bob = await secondRoot({ service, client }, session);
  const error = await exportMnemonic(client, { walletId }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ActivityPendingError)) return expect.unreachable();
  const resumes = error.activity.id;
  await bob.approve(error.activity.fingerprint);
  await exportMnemonic(client, { walletId, resumes });
  expect(await codeOf(exportMnemonic(client, { walletId, resumes }))).toBe('EXPORT_COLLECTED');
  expect(await targetKeysOf(client).list('export')).toEqual([]);
  const filterByStatus = ['ACTIVITY_STATUS_CONSENSUS_NEEDED' as const];
  expect((await call(client, listActivities, { filterByStatus })).activities).toEqual([]);
});

test('an export that waited for nine days is kept no longer', async () => {
  const { service, client, session } = await ada();
  const walletId = await walletIdOf(client);
  await secondRoot({ service, client }, session);
  expect(await codeOf(exportMnemonic(client, { walletId }))).toBe('ACTIVITY_NEEDS_APPROVAL');
  const { storage } = client.settings;
  const kept = () =>
    Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index)).filter((name) =>
      name?.startsWith('latchkey.waiting.'),
    );
  service.clock.advanceMs(8 * 86_400_000);
  expect(waitingExport(client, session, { walletId })).toBeDefined();
  expect(kept()).toHaveLength(1);
  service.clock.advanceMs(86_400_000);
  expect(waitingExport(client, session, { walletId: 'any other' })).toBeUndefined();
  expect(kept()).toEqual([]);
});

test('a rejected export is over, and the next one starts again', async () => {
  const { service, client, session } = await ada();
  const walletId = await walletIdOf(client);
  const bob = await secondRoot({ service, client }, session);
  const error = await exportMnemonic(client, { walletId }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ActivityPendingError)) return expect.unreachable();
  await bob.reject(error.activity.fingerprint);
  expect(await codeOf(exportMnemonic(client, { walletId }))).toBe('ACTIVITY_REJECTED');
  const next = await exportMnemonic(client, { walletId }).catch((thrown: unknown) => thrown);
  expect((next as ActivityPendingError).activity.id).not.toBe(error.activity.id);
});

test('an import whose start needs approvals continues with the same words', async () => {
  const { service, client, session } = await ada();
  const bob = await secondRoot({ service, client }, session);
  const request = { walletName: 'Old', mnemonic: words };
  const begun = await importMnemonic(client, request).catch((thrown: unknown) => thrown);
  if (!(begun instanceof ActivityPendingError)) return expect.unreachable();
  await bob.approve(begun.activity.fingerprint);
  const sent = await importMnemonic(client, request).catch((thrown: unknown) => thrown);
  if (!(sent instanceof ActivityPendingError)) return expect.unreachable();
  expect(sent.activity.type).toBe('ACTIVITY_TYPE_IMPORT_WALLET');
  expect(JSON.stringify(sent.activity)).not.toMatch(/encappedPublic/);
  await bob.approve(sent.activity.fingerprint);
  expect((await call(client, listWallets, {})).wallets.map(({ walletName }) => walletName)).toContain('Old');
});

test('a login that is too old must be renewed before a wallet is exported', async () => {
  const { service, client } = await ada();
  const walletId = await walletIdOf(client);
  service.clock.advanceMs(11 * 60_000);
  expect(await codeOf(exportMnemonic(client, { walletId }))).toBe('FRESH_LOGIN_REQUIRED');
  expect(await targetKeysOf(client).list('export')).toEqual([]);
});
