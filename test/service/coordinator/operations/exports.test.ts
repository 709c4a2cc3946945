import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActivities } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import { exportPrivateKey, exportWallet, exportWalletAccount } from '../../../../src/contract/exports.js';
import { createPolicy } from '../../../../src/contract/policies.js';
import { createPrivateKeys, deletePrivateKeys } from '../../../../src/contract/privateKeys.js';
import { type GetPrivateKeyResponse, getPrivateKey } from '../../../../src/contract/privateKeys.queries.js';
import { createWallet, deleteWalletAccounts, deleteWallets } from '../../../../src/contract/wallets.js';
import {
  type GetWalletAccountResponse,
  type GetWalletResponse,
  getWallet,
  getWalletAccount,
} from '../../../../src/contract/wallets.queries.js';
import { openExportBundle } from '../../../../src/crypto/bundles.js';
import { readWalletSecret } from '../../../../src/crypto/walletSecret.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import { codeOf as codeOfError } from '../../../support/errors.js';
import { unique } from '../../../support/examples/example.js';
import {
  absentId,
  act,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
  sendStamped,
} from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, envelope, signUp } from '../../../support/wire.js';
import {
  ethereum,
  exportedAccount,
  exportedKey,
  exportedWords,
  importKey,
  importWords,
  newTarget,
  opened,
  signerOf,
} from './imports/transfers.js';

const solana = {
  curve: 'CURVE_ED25519',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/501'/0'/0'",
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
} as const;
/** A point's length, and off the curve. */
const offCurve = `04${'11'.repeat(64)}`;

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open(), derivationsPerMinute: 10_000 });
    [ada] = (await makeSubOrganization(service)).users;
  });
  afterAll(() => service.close());

  const newWallet = (by = ada, accounts: readonly (typeof ethereum | typeof solana)[] = [ethereum]) =>
    done(service, by, createWallet, { walletName: unique('Wallet'), accounts: [...accounts] });
  const newKey = async (by = ada) => {
    const key = { privateKeyName: unique('Key'), curve: 'CURVE_P256' as const, privateKeyTags: [], addressFormats: [] };
    const { privateKeys } = await done(service, by, createPrivateKeys, { privateKeys: [key] });
    return privateKeys[0]?.privateKeyId ?? '';
  };
  const walletOf = async (walletId: string) => {
    const request = { organizationId: ada.organizationId, walletId };
    return (await ask<GetWalletResponse>(service, ada.key, getWallet, request)).wallet;
  };
  const accountIdOf = async (walletId: string, path: string) => {
    const request = { organizationId: ada.organizationId, walletId, path };
    return (await ask<GetWalletAccountResponse>(service, ada.key, getWalletAccount, request)).account.walletAccountId;
  };

  test('the words of a wallet make the same wallet elsewhere, and it is exported from then on', async () => {
    const { walletId, addresses } = await newWallet();
    await refusedAs('NOT_EXPORTED', service, ada, deleteWallets, { walletIds: [walletId] });
    const { mnemonic, passphrase } = await exportedWords(service, ada, walletId);
    expect([mnemonic.split(' ').length, passphrase]).toEqual([12, '']);
    expect(await walletOf(walletId)).toMatchObject({ exported: true, imported: false });
    const [bob] = (await makeSubOrganization(service)).users;
    expect((await importWords(service, bob, mnemonic)).addresses).toEqual(addresses);
    await done(service, ada, deleteWallets, { walletIds: [walletId] });
  });

  test('the key of an account signs for its address elsewhere, and of the wallet nothing else is exported', async () => {
    const { walletId, addresses } = await newWallet(ada, [ethereum, solana]);
    const [first = '', second = ''] = addresses;
    const [bob] = (await makeSubOrganization(service)).users;
    const inBob = async (hex: string, curve: 'CURVE_SECP256K1' | 'CURVE_ED25519', addressFormat: string) => {
      const secretKey = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
      const { addresses: made } = await importKey(service, bob, secretKey, {
        curve,
        addressFormats: [addressFormat as never],
      });
      return made.map(({ address }) => address);
    };
    const key = await exportedAccount(service, ada, first.toLowerCase());
    expect(await inBob(key, 'CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM')).toEqual([first]);
    const seed = await exportedAccount(service, ada, second);
    expect(await inBob(seed, 'CURVE_ED25519', 'ADDRESS_FORMAT_SOLANA')).toEqual([second]);
    expect(await walletOf(walletId)).toMatchObject({ exported: false });
    await refusedAs('NOT_EXPORTED', service, ada, deleteWallets, { walletIds: [walletId] });
    await done(service, ada, deleteWalletAccounts, { walletAccountIds: [await accountIdOf(walletId, ethereum.path)] });
  });

  test('an account goes without a word once it was exported, by itself or with its wallet', async () => {
    const { walletId, addresses } = await newWallet(ada, [ethereum, solana]);
    const ids = [await accountIdOf(walletId, ethereum.path), await accountIdOf(walletId, solana.path)];
    await exportedAccount(service, ada, addresses[0] ?? '');
    await refusedAs('NOT_EXPORTED', service, ada, deleteWalletAccounts, { walletAccountIds: ids });
    await exportedWords(service, ada, walletId);
    await done(service, ada, deleteWalletAccounts, { walletAccountIds: ids });
  });

  test('a private key comes out as it is, and is exported from then on', async () => {
    const privateKeyId = await newKey();
    await refusedAs('NOT_EXPORTED', service, ada, deletePrivateKeys, { privateKeyIds: [privateKeyId] });
    expect(await exportedKey(service, ada, privateKeyId)).toMatch(/^[\da-f]{64}$/);
    const request = { organizationId: ada.organizationId, privateKeyId };
    const { privateKey } = await ask<GetPrivateKeyResponse>(service, ada.key, getPrivateKey, request);
    expect(privateKey).toMatchObject({ exported: true, imported: false });
    await done(service, ada, deletePrivateKeys, { privateKeyIds: [privateKeyId] });
  });

  test('what is not there, or is another kind of thing, is not exported', async () => {
    const { targetPublicKey } = await newTarget();
    const [bob] = (await makeSubOrganization(service)).users;
    const { walletId, addresses } = await newWallet(bob);
    const privateKeyId = await newKey(bob);
    for (const id of [absentId, walletId])
      await refusedAs('WALLET_NOT_FOUND', service, ada, exportWallet, { walletId: id, targetPublicKey });
    for (const id of [absentId, privateKeyId])
      await refusedAs('PRIVATE_KEY_NOT_FOUND', service, ada, exportPrivateKey, { privateKeyId: id, targetPublicKey });
    const { addresses: ofKey } = await importKey(service, ada, new Uint8Array(32).fill(0x21));
    const ownKeys = [ofKey[0]?.address ?? '', await newKey()];
    for (const address of [`0x${'0'.repeat(40)}`, addresses[0] ?? '', ...ownKeys])
      await refusedAs('WALLET_ACCOUNT_NOT_FOUND', service, ada, exportWalletAccount, { address, targetPublicKey });
  });

  test('nothing is sealed to a key that is no point, or has another form', async () => {
    const { walletId, addresses } = await newWallet();
    const privateKeyId = await newKey();
    const { targetPublicKey } = await newTarget();
    const compressed = `02${targetPublicKey.slice(2, 66)}`;
    for (const [code, key] of [
      ['PUBLIC_KEY_INVALID', offCurve],
      ['REQUEST_INVALID', compressed],
      ['REQUEST_INVALID', ''],
    ] as const) {
      await refusedAs(code, service, ada, exportWallet, { walletId, targetPublicKey: key });
      await refusedAs(code, service, ada, exportWalletAccount, { address: addresses[0] ?? '', targetPublicKey: key });
      await refusedAs(code, service, ada, exportPrivateKey, { privateKeyId, targetPublicKey: key });
    }
    expect(await walletOf(walletId)).toMatchObject({ exported: false });
  });

  test('the words are English: other languages are refused by name, and unknown ones for their shape', async () => {
    const { walletId } = await newWallet();
    const { targetPublicKey } = await newTarget();
    const requestBody = { walletId, targetPublicKey };
    const french = { ...requestBody, language: 'MNEMONIC_LANGUAGE_FRENCH' };
    await refusedAs('MNEMONIC_LANGUAGE_NOT_SUPPORTED', service, ada, exportWallet, french);
    await refusedAs('REQUEST_INVALID', service, ada, exportWallet, {
      ...requestBody,
      language: 'MNEMONIC_LANGUAGE_KLINGON',
    });
    expect(await walletOf(walletId)).toMatchObject({ exported: false });
    await done(service, ada, exportWallet, { ...requestBody, language: 'MNEMONIC_LANGUAGE_ENGLISH' });
  });

  test('T-42 a bundle opens for the organization, the key and the signer that it is of, and for no other', async () => {
    const { walletId } = await newWallet();
    const { key, targetPublicKey } = await newTarget();
    const { exportBundle } = await done(service, ada, exportWallet, { walletId, targetPublicKey });
    expect(readWalletSecret(await opened(service, ada, exportBundle, key)).mnemonic.split(' ')).toHaveLength(12);
    const signerPublicKey = await signerOf(service);
    const { organizationId } = ada;
    const other = (await newTarget()).key;
    const opens = (with_: typeof key, expected: object) =>
      codeOfError(() => openExportBundle(exportBundle, with_, { organizationId, signerPublicKey, ...expected }));
    expect(await opens(other, {})).toBe('HPKE_OPEN_FAILED');
    expect(await opens(key, { organizationId: absentId })).toBe('BUNDLE_FOR_ANOTHER');
    expect(await opens(key, { signerPublicKey: targetPublicKey })).toBe('BUNDLE_SIGNER_UNKNOWN');
  });

  test('the same bytes get the same bundle, for their maker alone, and no record holds it', async () => {
    const { walletId } = await newWallet();
    const { targetPublicKey } = await newTarget();
    service.clock.advanceMs(1);
    const body = envelope(service, exportWallet, ada.organizationId, { walletId, targetPublicKey });
    const send = async (by: Party) => {
      const answer = await sendStamped(service, by.key, exportWallet, body);
      return ((await answer.json()).activity as Activity).result.exportWalletResult as { exportBundle: string };
    };
    const { exportBundle } = await send(ada);
    expect((await send(ada)).exportBundle).toBe(exportBundle);
    expect((await send(await rootOf(service))).exportBundle).toBe('[redacted]');
    const { organizationId } = ada;
    const listed = await ask<{ activities: Activity[] }>(service, ada.key, listActivities, { organizationId });
    expect(listed.activities[0]?.result).toEqual({ exportWalletResult: { walletId, exportBundle: '[redacted]' } });
    const contents = JSON.stringify(await contentsOf(service.service.tools.store));
    expect(contents).not.toContain(JSON.parse(exportBundle).dataSignature);
    expect(contents).toContain(targetPublicKey);
  });

  test('A-54 an old session exports nothing, and a policy sees what is exported to whom', async () => {
    const person = await signUp(service, `${unique('ada')}@example.com`);
    await service.configure({ freshLoginSeconds: 600 });
    const { walletId, addresses } = await newWallet(person);
    const privateKeyId = await newKey(person);
    const { targetPublicKey } = await newTarget();
    const member = { ...(await makeMember(service, person.organizationId, service.organizationId)) };
    await done(service, person, createPolicy, {
      policyName: 'To one key',
      effect: 'EFFECT_ALLOW',
      consensus: `approvers.any(u, u.id == '${member.userId}')`,
      condition: `activity.action == 'EXPORT' && activity.params.target_public_key == '${targetPublicKey}'`,
    });
    await done(service, person, createPolicy, {
      policyName: 'Never this wallet',
      effect: 'EFFECT_DENY',
      condition: `wallet.id == '${walletId}'`,
    });
    await done(service, member, exportPrivateKey, { privateKeyId, targetPublicKey });
    const other = (await newTarget()).targetPublicKey;
    await refusedAs('NOT_AUTHORIZED', service, member, exportPrivateKey, { privateKeyId, targetPublicKey: other });
    await refusedAs('NOT_AUTHORIZED', service, member, exportWallet, { walletId, targetPublicKey });
    const account = { address: addresses[0] ?? '', targetPublicKey };
    await refusedAs('NOT_AUTHORIZED', service, member, exportWalletAccount, account);
    service.clock.advanceMs(601_000);
    await refusedAs('FRESH_LOGIN_REQUIRED', service, person, exportWallet, { walletId, targetPublicKey });
    await refusedAs('FRESH_LOGIN_REQUIRED', service, person, exportWalletAccount, account);
    await refusedAs('FRESH_LOGIN_REQUIRED', service, person, exportPrivateKey, { privateKeyId, targetPublicKey });
    await act(service, person, createWallet, { walletName: 'Still at work', accounts: [] });
  });
});
