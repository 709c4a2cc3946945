import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { getActivity, listActivities } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import { createSubOrganization } from '../../../../src/contract/organizations.js';
import { createPrivateKeys, deletePrivateKeys } from '../../../../src/contract/privateKeys.js';
import {
  getAddressProof,
  getBootProof,
  getLatestBootProof,
  listAppProofs,
} from '../../../../src/contract/proofs.queries.js';
import type { WireAppProof, WireBootProof } from '../../../../src/contract/proofs.records.js';
import { proxySignup } from '../../../../src/contract/proxy.js';
import { proxyWalletKitConfig } from '../../../../src/contract/proxyConfig.js';
import type { ActivityRow, QueryRow } from '../../../../src/contract/row.js';
import { updateUserName } from '../../../../src/contract/users.js';
import {
  createWallet,
  createWalletAccounts,
  deleteWalletAccounts,
  deleteWallets,
} from '../../../../src/contract/wallets.js';
import { toBase64 } from '../../../../src/crypto/base64.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { type AddressClaim, verifyAppProof } from '../../../../src/crypto/proofs/verifyAppProof.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { apiKeyOf, makeSubOrganization, type Party, rootOf } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import {
  ask,
  callProxy,
  envelope,
  post,
  signupRequest,
  stampOf,
  verifiedToken,
  wallet,
} from '../../../support/wire.js';

const dayMs = 86_400_000;
const [account] = wallet.accounts;
const path = "m/44'/60'/0'/0/0";

describe.each(databases)('App Proofs on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ada] = (await makeSubOrganization(service)).users;
  });

  /** Submits an activity that asks for proofs. @returns its body, and the answer to it */
  async function prove(by: Party, row: ActivityRow, parameters: object) {
    const body = envelope(service, row, by.organizationId, parameters).replace('{', '{"generateAppProofs":true,');
    const send = async () => {
      const answer = await (await post(service, row.path, body, await stampOf(by.key, body))).json();
      return answer.activity as Activity;
    };
    return { activity: await send(), again: send };
  }
  const bootProofOf = async (by: Party, { publicKey }: WireAppProof) =>
    (
      await ask<{ bootProof: WireBootProof }>(service, by.key, getBootProof, {
        organizationId: by.organizationId,
        ephemeralKey: publicKey,
      })
    ).bootProof;
  const root = async () => toBase64(await service.service.tools.attestor.root());
  async function verified(by: Party, proof: WireAppProof | undefined, claim: AddressClaim) {
    if (!proof) throw new Error('There is no proof.');
    return verifyAppProof(proof, await bootProofOf(by, proof), { claim, roots: [await root()] });
  }
  const unanswered = (code: string, by: Party, row: QueryRow, request: object) =>
    expect(ask(service, by.key, row, request)).rejects.toMatchObject({ code });
  const listed = async (by: Party, activityId: string) =>
    (
      await ask<{ appProofs: WireAppProof[] }>(service, by.key, listAppProofs, {
        organizationId: by.organizationId,
        activityId,
      })
    ).appProofs;
  const ofAddress = async (by: Party, address: string) =>
    (
      await ask<{ appProof?: WireAppProof }>(service, by.key, getAddressProof, {
        organizationId: by.organizationId,
        address,
      })
    ).appProof;

  test('a wallet answers a proof of each address, and each verifies below the software root', async () => {
    const { activity } = await prove(ada, createWallet, { walletName: 'W', accounts: wallet.accounts });
    const { addresses } = activity.result.createWalletResult as { addresses: string[] };
    const proofs = activity.appProofs ?? [];
    expect(proofs).toHaveLength(2);
    for (const [index, { path }] of wallet.accounts.entries()) {
      const claim = { organizationId: ada.organizationId, address: addresses[index] ?? '', path };
      expect(await verified(ada, proofs[index], claim)).toMatchObject({ state: 'software', ...claim });
      const other = { ...claim, address: addresses[1 - index] ?? '' };
      await expect(verified(ada, proofs[index], other)).rejects.toMatchObject({ code: 'CLAIM_MISMATCH' });
    }
    expect(await listed(ada, activity.id)).toEqual(proofs);
    expect(await ofAddress(ada, addresses[0] ?? '')).toEqual(proofs[0]);
    expect(await ofAddress(ada, addresses[0]?.toLowerCase() ?? '')).toEqual(proofs[0]);
  });

  test('the same bytes answer the same proofs, and the activity has them', async () => {
    const { activity, again } = await prove(ada, createWallet, { walletName: 'W', accounts: [account] });
    expect((await again()).appProofs).toEqual(activity.appProofs);
    const request = { organizationId: ada.organizationId, activityId: activity.id };
    const read = await ask<{ activity: Activity }>(service, ada.key, getActivity, request);
    expect(read.activity.appProofs).toEqual(activity.appProofs);
    // A page of activities would have thousands.
    const page = await ask<{ activities: Activity[] }>(service, ada.key, listActivities, {
      organizationId: ada.organizationId,
    });
    expect(page.activities[0]).toMatchObject({ id: activity.id });
    expect(page.activities[0]).not.toHaveProperty('appProofs');
  });

  test('accounts, private keys and a new organization have proofs; a shown address and a name have none', async () => {
    const { activity } = await prove(ada, createWallet, { walletName: 'W', accounts: [] });
    expect(activity).not.toHaveProperty('appProofs');
    const { walletId } = activity.result.createWalletResult as { walletId: string };
    const accounts = await prove(ada, createWalletAccounts, { walletId, accounts: [account] });
    const [address = ''] = (accounts.activity.result.createWalletAccountsResult as { addresses: string[] }).addresses;
    const claim = { organizationId: ada.organizationId, address, path };
    expect(await verified(ada, accounts.activity.appProofs?.[0], claim)).toMatchObject({ walletId });
    const further = { ...account, path: "m/44'/60'/0'/0/7" };
    const shown = await prove(ada, createWalletAccounts, { walletId, accounts: [further], persist: false });
    expect(shown.activity).not.toHaveProperty('appProofs');
    const named = await prove(ada, updateUserName, { userId: ada.userId, userName: 'Ada L.' });
    expect(named.activity).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
    expect(named.activity).not.toHaveProperty('appProofs');
    const key = {
      privateKeyName: 'Key',
      curve: 'CURVE_SECP256K1',
      privateKeyTags: [],
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COMPRESSED'],
    };
    const keys = await prove(ada, createPrivateKeys, { privateKeys: [key] });
    const proofs = keys.activity.appProofs ?? [];
    expect(proofs).toHaveLength(2);
    const { privateKeys } = keys.activity.result.createPrivateKeysResultV2 as {
      privateKeys: { privateKeyId: string; addresses: { address: string }[] }[];
    };
    for (const [index, { address }] of (privateKeys[0]?.addresses ?? []).entries()) {
      expect(await verified(ada, proofs[index], { ...claim, address, path: null })).toMatchObject({
        state: 'software',
      });
    }
    const parent = await rootOf(service);
    const rootUsers = [
      { userName: 'Root', apiKeys: [apiKeyOf(await createSigningKey())], authenticators: [], oauthProviders: [] },
    ];
    const made = await prove(parent, createSubOrganization, {
      subOrganizationName: 'Sub',
      rootUsers,
      rootQuorumThreshold: 1,
      wallet: { walletName: 'W', accounts: [account] },
    });
    const result = Object.values(made.activity.result)[0] as {
      subOrganizationId: string;
      wallet: { addresses: string[] };
    };
    const ofSub = { organizationId: result.subOrganizationId, address: result.wallet.addresses[0] ?? '', path };
    expect(await verified(parent, made.activity.appProofs?.[0], ofSub)).toMatchObject({ state: 'software' });
    expect(await listed(parent, made.activity.id)).toEqual(made.activity.appProofs);
  });

  test('the vote that executes makes the proofs that its submitter asked for', async () => {
    const [one, two] = (await makeSubOrganization(service, { roots: 2, threshold: 2 })).users as [Party, Party];
    const { activity, again } = await prove(one, createWallet, { walletName: 'W', accounts: [account] });
    expect(activity).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' });
    expect(activity).not.toHaveProperty('appProofs');
    expect(await listed(one, activity.id)).toEqual([]);
    const body = envelope(service, approveActivity, two.organizationId, { fingerprint: activity.fingerprint });
    await post(service, approveActivity.path, body, await stampOf(two.key, body));
    const done = await again();
    const [address = ''] = (done.result.createWalletResult as { addresses: string[] }).addresses;
    expect(done.appProofs).toHaveLength(1);
    const claim = { organizationId: one.organizationId, address, path };
    expect(await verified(one, done.appProofs?.[0], claim)).toMatchObject({ state: 'software' });
  });

  test('unasked there is none, neither of a wallet nor of a sign-up', async () => {
    const body = envelope(service, createWallet, ada.organizationId, { walletName: 'W', accounts: [account] });
    const { activity } = await (await post(service, createWallet.path, body, await stampOf(ada.key, body))).json();
    expect(activity).not.toHaveProperty('appProofs');
    const [address] = activity.result.createWalletResult.addresses;
    expect(await ofAddress(ada, address)).toBeUndefined();
    expect(await listed(ada, activity.id)).toEqual([]);
    const { token, key } = await verifiedToken(service, 'plain@example.com');
    expect(await callProxy(service, proxySignup, await signupRequest(token, key))).not.toHaveProperty('appProofs');
  });

  test('a sign-up passes on the proofs that it asks for, and the same again', async () => {
    expect(await callProxy(service, proxyWalletKitConfig, {})).toMatchObject({ appProofs: true });
    const { token, key } = await verifiedToken(service, 'proved@example.com');
    const request = { ...(await signupRequest(token, key)), generateAppProofs: true };
    const sign = () =>
      callProxy<{ organizationId: string; wallet: { addresses: string[] }; appProofs?: WireAppProof[] }>(
        service,
        proxySignup,
        request,
      );
    const made = await sign();
    expect(made.appProofs).toHaveLength(2);
    const claim = { organizationId: made.organizationId, address: made.wallet.addresses[0] ?? '', path };
    expect(await verified(ada, made.appProofs?.[0], claim)).toMatchObject({ state: 'software' });
    service.clock.advanceMs(1000);
    expect((await sign()).appProofs).toEqual(made.appProofs);
  });

  test('proofs go with their account, their wallet and their private key', async () => {
    const { activity } = await prove(ada, createWallet, { walletName: 'W', accounts: wallet.accounts });
    const { walletId, addresses } = activity.result.createWalletResult as { walletId: string; addresses: string[] };
    const { store } = service.service.tools;
    const first = await store.db
      .selectFrom('wallet_accounts')
      .select('wallet_account_id')
      .where('address', '=', addresses[0] ?? '')
      .executeTakeFirstOrThrow();
    await prove(ada, deleteWalletAccounts, { walletAccountIds: [first.wallet_account_id], deleteWithoutExport: true });
    expect(await ofAddress(ada, addresses[0] ?? '')).toBeUndefined();
    expect(await listed(ada, activity.id)).toEqual(activity.appProofs?.slice(1));
    await prove(ada, deleteWallets, { walletIds: [walletId], deleteWithoutExport: true });
    expect(await listed(ada, activity.id)).toEqual([]);
    const key = {
      privateKeyName: 'Key',
      curve: 'CURVE_P256',
      privateKeyTags: [],
      addressFormats: ['ADDRESS_FORMAT_COMPRESSED'],
    };
    const keys = await prove(ada, createPrivateKeys, { privateKeys: [key] });
    expect(await listed(ada, keys.activity.id)).toHaveLength(1);
    const { privateKeys } = keys.activity.result.createPrivateKeysResultV2 as {
      privateKeys: { privateKeyId: string }[];
    };
    const privateKeyIds = privateKeys.map(({ privateKeyId }) => privateKeyId);
    await prove(ada, deletePrivateKeys, { privateKeyIds, deleteWithoutExport: true });
    expect(await listed(ada, keys.activity.id)).toEqual([]);
  });

  test('a key signs for a day; older Boot Proofs stay as long as a proof names them', async () => {
    service.clock.advanceMs(2 * dayMs);
    const { activity } = await prove(ada, createWallet, { walletName: 'W', accounts: [account] });
    const [early] = activity.appProofs as [WireAppProof];
    service.clock.advanceMs(dayMs);
    const { activity: later } = await prove(ada, createWallet, { walletName: 'W2', accounts: [account] });
    const [late] = later.appProofs as [WireAppProof];
    expect(late.publicKey).not.toBe(early.publicKey);
    const latest = { organizationId: ada.organizationId, appName: 'latchkey' };
    const newest = await ask<{ bootProof: WireBootProof }>(service, ada.key, getLatestBootProof, latest);
    expect(newest.bootProof.ephemeralPublicKeyHex).toBe(late.publicKey);
    service.clock.advanceMs(3 * dayMs);
    await service.service.deliver();
    expect(await bootProofOf(ada, early)).toMatchObject({ ephemeralPublicKeyHex: early.publicKey });
    const { walletId } = activity.result.createWalletResult as { walletId: string };
    await prove(ada, deleteWallets, { walletIds: [walletId], deleteWithoutExport: true });
    service.clock.advanceMs(61_000);
    await service.service.deliver();
    await unanswered('BOOT_PROOF_NOT_FOUND', ada, getBootProof, {
      organizationId: ada.organizationId,
      ephemeralKey: early.publicKey,
    });
    expect(await bootProofOf(ada, late)).toMatchObject({ ephemeralPublicKeyHex: late.publicKey });
  });

  test('where its Boot Proof is gone, a key signs nothing more, and the next one does', async () => {
    const { db } = service.service.tools.store;
    const { activity } = await prove(ada, createWallet, { walletName: 'W', accounts: [account] });
    const [first] = activity.appProofs as [WireAppProof];
    await db.deleteFrom('app_proofs').execute();
    await db.deleteFrom('boot_proofs').execute();
    const { activity: next } = await prove(ada, createWallet, { walletName: 'W2', accounts: [account] });
    const [second] = next.appProofs as [WireAppProof];
    expect(second.publicKey).not.toBe(first.publicKey);
    expect(await listed(ada, next.id)).toEqual([second]);
  });

  test('a clock that is set back by a day attests anew, and by a minute does not', async () => {
    const { attestor } = service.service.tools;
    const { publicKey } = await attestor.attest();
    service.clock.advanceMs(-60_000);
    expect((await attestor.attest()).publicKey).toBe(publicKey);
    service.clock.advanceMs(-dayMs);
    expect((await attestor.attest()).publicKey).not.toBe(publicKey);
    service.clock.advanceMs(dayMs + 60_000);
  });

  test('many addresses of one activity are proved each, and a deleted organization answers none', async () => {
    const parent = await rootOf(service);
    const rootUsers = [{ userName: 'Root', apiKeys: [apiKeyOf(ada.key)], authenticators: [], oauthProviders: [] }];
    const accounts = Array.from({ length: 20 }, (_, index) => ({ ...account, path: `m/44'/60'/0'/0/${index}` }));
    const wanted = { subOrganizationName: 'Sub', rootUsers, rootQuorumThreshold: 1 };
    const made = await prove(parent, createSubOrganization, { ...wanted, wallet: { walletName: 'W', accounts } });
    expect(new Set(made.activity.appProofs?.map(({ proofPayload }) => proofPayload)).size).toBe(20);
    const { subOrganizationId } = Object.values(made.activity.result)[0] as { subOrganizationId: string };
    await service.service.tools.store.db
      .deleteFrom('organizations')
      .where('organization_id', '=', subOrganizationId)
      .execute();
    expect(await listed(parent, made.activity.id)).toEqual([]);
  });

  test('two at once attest one key and make one root', async () => {
    service.clock.advanceMs(2 * dayMs);
    const made = await Promise.all(
      ['A', 'B', 'C'].map((walletName) => prove(ada, createWallet, { walletName, accounts: [account] })),
    );
    const keys = new Set(made.map(({ activity }) => activity.appProofs?.[0]?.publicKey));
    expect(keys.size).toBe(1);
    const { db } = service.service.tools.store;
    expect(await db.selectFrom('attestation_roots').select('root_id').execute()).toEqual([{ root_id: 'software' }]);
  });

  test('there is no Boot Proof of another app, and another organization has no proof of the address', async () => {
    const { organizationId } = ada;
    await unanswered('BOOT_PROOF_NOT_FOUND', ada, getLatestBootProof, { organizationId, appName: 'signer' });
    const { activity } = await prove(ada, createWallet, { walletName: 'W', accounts: [account] });
    const [address = ''] = (activity.result.createWalletResult as { addresses: string[] }).addresses;
    const [eve] = (await makeSubOrganization(service)).users;
    expect(await ofAddress(eve, address)).toBeUndefined();
    const foreign = { organizationId: eve.organizationId, activityId: activity.id };
    await unanswered('ACTIVITY_NOT_FOUND', eve, listAppProofs, foreign);
    const claim = { organizationId: eve.organizationId, address, path };
    await expect(verified(ada, activity.appProofs?.[0], claim)).rejects.toMatchObject({ code: 'CLAIM_MISMATCH' });
  });
});
