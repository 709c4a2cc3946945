import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveActivity, rejectActivity } from '../../../../../src/contract/activities.js';
import { getActivity } from '../../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import { exportPrivateKey, exportWallet } from '../../../../../src/contract/exports.js';
import {
  importPrivateKey,
  importWallet,
  initImportPrivateKey,
  initImportWallet,
} from '../../../../../src/contract/imports.js';
import type { ActivityRow } from '../../../../../src/contract/row.js';
import { deleteUsers } from '../../../../../src/contract/users.js';
import { deleteWallets } from '../../../../../src/contract/wallets.js';
import { type GetWalletResponse, getWallet } from '../../../../../src/contract/wallets.queries.js';
import { utf8 } from '../../../../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../../../../src/crypto/hex.js';
import { sealBundle } from '../../../../../src/crypto/hpke.js';
import { importAgreementKey } from '../../../../../src/crypto/p256.js';
import { readWalletSecret } from '../../../../../src/crypto/walletSecret.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../../support/contents.js';
import { unique } from '../../../../support/examples/example.js';
import { sealedImport } from '../../../../support/examples/imports.js';
import { act, done, makeSubOrganization, type Party, refusedAs, sendStamped } from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, envelope } from '../../../../support/wire.js';
import { ethereum, importKey, importWords, newTarget, opened, privateKeyRequest, walletRequest } from './transfers.js';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const words = `${'abandon '.repeat(11)}about`;
const firstAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  let bob: Party;
  let walletId: string;
  let privateKeyId: string;
  beforeAll(async () => {
    service = await createTestService({ store: await open(), derivationsPerMinute: 10_000 });
    [ada, bob] = (await makeSubOrganization(service, { roots: 2 })).users as [Party, Party];
    walletId = (await importWords(service, ada, words, { accounts: [] })).walletId;
    privateKeyId = (await importKey(service, ada, fromHex('5a'.repeat(32)), { addressFormats: [] })).privateKeyId;
  });
  afterAll(() => service.close());

  /** From now on this many of the two users must agree. */
  const agree = (root_quorum_threshold: number) =>
    service.service.tools.store.db
      .updateTable('organizations')
      .set({ root_quorum_threshold })
      .where('organization_id', '=', ada.organizationId)
      .execute();
  const read = async ({ id }: Activity, by = ada) => {
    const request = { organizationId: by.organizationId, activityId: id };
    return (await ask<{ activity: Activity }>(service, by.key, getActivity, request)).activity;
  };
  const approve = ({ fingerprint }: Activity, by = bob) => act(service, by, approveActivity, { fingerprint });
  const table = async (name: string) => (await contentsOf(service.service.tools.store))[name] ?? [];
  /** Requests something that Bob must approve. */
  async function propose(row: ActivityRow, request: object): Promise<{ activity: Activity; body: string }> {
    await agree(2);
    service.clock.advanceMs(1);
    const body = envelope(service, row, ada.organizationId, request);
    const answer = await (await sendStamped(service, ada.key, row, body)).json();
    await agree(1);
    if (!answer.activity) throw new Error(`It was refused as ${answer.details[0].reason}.`);
    expect(answer.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    return { activity: answer.activity, body };
  }
  const vote = async (activity: Activity) => {
    await agree(2);
    await approve(activity);
    await agree(1);
  };

  test('a waiting import keeps its key, however late the vote is and whatever is begun meanwhile', async () => {
    const { activity } = await propose(importWallet, await walletRequest(service, ada, words));
    const key = await privateKeyRequest(service, ada, fromHex('12'.repeat(32)));
    const { activity: keyActivity } = await propose(importPrivateKey, key);
    expect(activity.intent.importWalletIntent).toMatchObject({ encryptedBundle: '[redacted]' });
    expect(activity.votes.map(({ message }) => message)).toEqual(['[redacted]']);
    expect(await table('import_targets'), 'taken with the request').toEqual([]);
    await done(service, ada, initImportWallet, { userId: ada.userId });
    await done(service, ada, initImportPrivateKey, { userId: ada.userId });
    const before = await contentsOf(service.service.tools.store);
    expect(JSON.stringify(before)).not.toContain('12'.repeat(32));
    service.clock.advanceMs(3 * hourMs);
    await service.service.deliver();
    await vote(activity);
    await vote(keyActivity);
    expect((await read(activity)).result.importWalletResult).toMatchObject({ addresses: [firstAddress] });
    expect((await read(keyActivity)).result.importPrivateKeyResult).toMatchObject({ privateKeyId: expect.any(String) });
    expect(await table('sealed_answers'), 'nothing of it is kept').toEqual([]);
  });

  test('an import whose bundle does not open is refused at submission, and its key is not used up', async () => {
    const wrong = await walletRequest(service, ada, `${words} ${words}`);
    await expect(propose(importWallet, wrong)).rejects.toThrow('MNEMONIC_INVALID');
    const encryptedBundle = JSON.stringify({
      encappedPublic: toHex((await newTarget()).key.publicKey),
      ciphertext: '00',
    });
    await expect(propose(importWallet, { ...wrong, encryptedBundle })).rejects.toThrow('IMPORT_BUNDLE_INVALID');
    const short = await privateKeyRequest(service, ada, utf8('short'));
    await expect(propose(importPrivateKey, short)).rejects.toThrow('PRIVATE_KEY_INVALID');
    expect(await table('import_targets')).toHaveLength(2);
    await agree(1);
    await refusedAs('MNEMONIC_INVALID', service, ada, importWallet, wrong);
    await refusedAs('PRIVATE_KEY_INVALID', service, ada, importPrivateKey, short);
    await expect(propose(importWallet, wrong)).rejects.toThrow('IMPORT_NOT_STARTED');
  });

  test('what is held cannot be sent by a client: the key before the bundle is no bundle, even one that it opens', async () => {
    const key = '11'.repeat(32);
    const { publicKey: recipient } = await importAgreementKey(fromHex(key));
    const { enc, ciphertext } = await sealBundle({ recipient, plaintext: utf8(words) });
    const own = JSON.stringify({ encappedPublic: toHex(enc), ciphertext: toHex(ciphertext) });
    for (const bundle of [own, (await walletRequest(service, ada, words)).encryptedBundle]) {
      const request = await walletRequest(service, ada, words);
      const encryptedBundle = `${key}${bundle}`;
      await refusedAs('IMPORT_BUNDLE_INVALID', service, ada, importWallet, { ...request, encryptedBundle });
    }
  });

  test('one bundle waits once', async () => {
    const request = await walletRequest(service, ada, words);
    const { activity } = await propose(importWallet, request);
    const again = { ...request, walletName: unique('Again') };
    await expect(propose(importWallet, again)).rejects.toThrow('IMPORT_NOT_STARTED');
    await act(service, bob, rejectActivity, { fingerprint: activity.fingerprint });
    expect(await table('sealed_answers'), 'a rejected one keeps nothing').toEqual([]);
    expect((await read(activity)).status).toBe('ACTIVITY_STATUS_REJECTED');
    await refusedAs('IMPORT_NOT_STARTED', service, ada, importWallet, request);
  });

  test('a waiting import fails with what the vote finds, and keeps nothing', async () => {
    const request = await walletRequest(service, ada, words);
    const { activity } = await propose(importWallet, request);
    await importWords(service, ada, words, { walletName: request.walletName });
    await vote(activity);
    expect(await read(activity)).toMatchObject({
      status: 'ACTIVITY_STATUS_FAILED',
      failure: { details: [{ reason: 'NAME_TAKEN' }] },
    });
    expect(await table('sealed_answers')).toEqual([]);
  });

  test('an import whose user is deleted ends with them', async () => {
    const { organizationId, users } = await makeSubOrganization(service, { roots: 3, threshold: 2 });
    const [eve, first, second] = users as [Party, Party, Party];
    const begun = await act(service, eve, initImportWallet, { userId: eve.userId });
    await approve(begun, first);
    const { importBundle } = (await read(begun, eve)).result.initImportWalletResult as { importBundle: string };
    const encryptedBundle = await sealedImport(importBundle, utf8(words));
    const request = { userId: eve.userId, walletName: unique('Imported'), encryptedBundle, accounts: [ethereum] };
    const waiting = await act(service, eve, importWallet, request);
    const deletion = await act(service, first, deleteUsers, { userIds: [eve.userId] });
    await approve(deletion, second);
    expect(await read(waiting, first)).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', organizationId });
    expect(await table('sealed_answers')).toEqual([]);
  });

  test('an export waits for its maker for seven days, and an hour once it was read', async () => {
    const { key, targetPublicKey } = await newTarget();
    const { activity, body } = await propose(exportWallet, { walletId, targetPublicKey });
    const isExported = async () => {
      const request = { organizationId: ada.organizationId, walletId };
      return (await ask<GetWalletResponse>(service, ada.key, getWallet, request)).wallet.exported;
    };
    const bundleFor = async (by: Party) => {
      const answer = (await (await sendStamped(service, by.key, exportWallet, body)).json()).activity as Activity;
      return (answer.result.exportWalletResult as { exportBundle: string }).exportBundle;
    };
    expect(await isExported()).toBe(false);
    service.clock.advanceMs(dayMs - hourMs);
    await vote(activity);
    expect(await isExported(), 'in the same transaction').toBe(true);
    expect((await read(activity)).result).toEqual({ exportWalletResult: { walletId, exportBundle: '[redacted]' } });
    service.clock.advanceMs(7 * dayMs - 1);
    await service.service.deliver();
    expect(await bundleFor(bob), "another's reading is none").toBe('[redacted]');
    const bundle = await bundleFor(ada);
    expect(readWalletSecret(await opened(service, ada, bundle, key)).mnemonic).toBe(words);
  });

  test('an export that was not fetched is deleted after seven days, and one that was read after an hour', async () => {
    const exported = async () => {
      const { targetPublicKey } = await newTarget();
      const { activity, body } = await propose(exportPrivateKey, { privateKeyId, targetPublicKey });
      await vote(activity);
      return async () => {
        await service.service.deliver();
        const answer = (await (await sendStamped(service, ada.key, exportPrivateKey, body)).json())
          .activity as Activity;
        return (answer.result.exportPrivateKeyResult as { exportBundle: string }).exportBundle === '[redacted]';
      };
    };
    const isGone = await exported();
    service.clock.advanceMs(7 * dayMs);
    expect(await isGone()).toBe(true);
    const isGoneOnceRead = await exported();
    expect(await isGoneOnceRead()).toBe(false);
    service.clock.advanceMs(hourMs - 1);
    expect(await isGoneOnceRead(), 'a second reading prolongs nothing').toBe(false);
    service.clock.advanceMs(1);
    expect(await isGoneOnceRead()).toBe(true);
  });

  test('an export of a key that is deleted before the vote fails, and one to an invalid key is refused at submission', async () => {
    const made = await importWords(service, ada, words);
    const { targetPublicKey } = await newTarget();
    const { activity } = await propose(exportWallet, { walletId: made.walletId, targetPublicKey });
    await done(service, ada, deleteWallets, { walletIds: [made.walletId], deleteWithoutExport: true });
    await vote(activity);
    expect(await read(activity)).toMatchObject({ failure: { details: [{ reason: 'WALLET_NOT_FOUND' }] } });
    const off = { targetPublicKey: `04${'11'.repeat(64)}` };
    await expect(propose(exportWallet, { walletId, ...off })).rejects.toThrow('PUBLIC_KEY_INVALID');
    await expect(propose(exportPrivateKey, { privateKeyId, ...off })).rejects.toThrow('PUBLIC_KEY_INVALID');
  });
});
