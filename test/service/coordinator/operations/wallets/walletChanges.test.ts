import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signRawPayload } from '../../../../../src/contract/signing.js';
import {
  createWallet,
  deleteWalletAccounts,
  deleteWallets,
  updateWallet,
  updateWalletAccountName,
} from '../../../../../src/contract/wallets.js';
import {
  type GetWalletAccountResponse,
  type GetWalletResponse,
  getWallet,
  getWalletAccount,
} from '../../../../../src/contract/wallets.queries.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { unique } from '../../../../support/examples/example.js';
import { absentId, done, makeSubOrganization, type Party, refusedAs } from '../../../../support/parties.js';
import { stores } from '../../../../support/stores.js';
import { ask, wallet } from '../../../../support/wire.js';

describe.each(stores)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  let bob: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    [ada] = (await makeSubOrganization(service, {})).users as [Party];
    [bob] = (await makeSubOrganization(service, {})).users as [Party];
  });
  afterAll(() => service.close());

  const made = async () => {
    const requestBody = { walletName: unique('Wallet'), accounts: wallet.accounts };
    return { ...(await done(service, ada, createWallet, requestBody as never)), walletName: requestBody.walletName };
  };
  const accountAt = async (request: object) =>
    (
      await ask<GetWalletAccountResponse>(service, ada.key, getWalletAccount, {
        organizationId: ada.organizationId,
        ...request,
      })
    ).account;
  const walletOf = async (walletId: string) => {
    const request = { organizationId: ada.organizationId, walletId };
    return (await ask<GetWalletResponse>(service, ada.key, getWallet, request)).wallet;
  };

  test('a wallet is renamed, and no two have one name', async () => {
    const [one, other] = [await made(), await made()];
    const walletName = unique('Savings');
    service.clock.advanceMs(2000);
    await done(service, ada, updateWallet, { walletId: one.walletId, walletName });
    const renamed = await walletOf(one.walletId);
    expect(renamed).toMatchObject({ walletId: one.walletId, walletName, exported: false });
    expect(renamed.updatedAt).not.toEqual(renamed.createdAt);
    await done(service, ada, updateWallet, { walletId: one.walletId, walletName });
    await done(service, ada, updateWallet, { walletId: one.walletId });
    await refusedAs('NAME_TAKEN', service, ada, updateWallet, { walletId: other.walletId, walletName });
  });

  test('an account is found by its address, by its path, or by both', async () => {
    const { walletId, addresses } = await made();
    const [address = ''] = addresses;
    const [{ path = '' } = {}] = wallet.accounts;
    const found = await accountAt({ walletId, address });
    expect(found).toMatchObject({ walletId, address, path });
    expect(await accountAt({ walletId, path })).toEqual(found);
    expect(await accountAt({ walletId, path, address })).toEqual(found);
    for (const request of [{ walletId }, { walletId, path: 'm/9' }, { walletId, address, path: 'm/9' }]) {
      await expect(accountAt(request)).rejects.toMatchObject({ code: 'WALLET_ACCOUNT_NOT_FOUND' });
    }
  });

  test('an account is renamed, and no two of an organization have one name', async () => {
    const { walletId, addresses } = await made();
    const [first, second] = await Promise.all(addresses.map((address) => accountAt({ walletId, address })));
    const name = unique('Account');
    const walletAccountId = first?.walletAccountId ?? '';
    await done(service, ada, updateWalletAccountName, { walletAccountId, name });
    await done(service, ada, updateWalletAccountName, { walletAccountId, name });
    expect(await accountAt({ walletId, address: addresses[0] })).toMatchObject({ name });
    const taken = { walletAccountId: second?.walletAccountId ?? '', name };
    await refusedAs('NAME_TAKEN', service, ada, updateWalletAccountName, taken);
  });

  const signedWith = (signWith: string) => ({
    signWith,
    payload: 'a',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' as const,
    hashFunction: 'HASH_FUNCTION_SHA256' as const,
  });

  test('accounts and wallets that were never exported are deleted only with the flag, and sign no more', async () => {
    const { walletId, addresses } = await made();
    const [address = ''] = addresses;
    const { walletAccountId } = await accountAt({ walletId, address });
    const accounts = { walletAccountIds: [walletAccountId] };
    await refusedAs('NOT_EXPORTED', service, ada, deleteWalletAccounts, accounts);
    await done(service, ada, deleteWalletAccounts, { ...accounts, deleteWithoutExport: true });
    await refusedAs('SIGNER_NOT_FOUND', service, ada, signRawPayload, signedWith(address));
    await refusedAs('NOT_EXPORTED', service, ada, deleteWallets, { walletIds: [walletId] });
    await done(service, ada, deleteWallets, { walletIds: [walletId], deleteWithoutExport: true });
    await expect(walletOf(walletId)).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' });
    await refusedAs('SIGNER_NOT_FOUND', service, ada, signRawPayload, signedWith(addresses[1] ?? ''));
  });

  test('of several, one that is not there leaves the others', async () => {
    const { walletId } = await made();
    const walletIds = [walletId, absentId];
    await refusedAs('WALLET_NOT_FOUND', service, ada, deleteWallets, { walletIds, deleteWithoutExport: true });
    expect(await walletOf(walletId)).toMatchObject({ walletId });
  });

  test('wallets and accounts of another organization are not found, like those that do not exist', async () => {
    const { walletId, addresses } = await made();
    const { walletAccountId } = await accountAt({ walletId, address: addresses[0] });
    for (const [ofWallet, ofAccount] of [
      [walletId, walletAccountId],
      [absentId, absentId],
    ] as const) {
      const all = { deleteWithoutExport: true };
      await refusedAs('WALLET_NOT_FOUND', service, bob, updateWallet, { walletId: ofWallet, walletName: 'A' });
      await refusedAs('WALLET_NOT_FOUND', service, bob, deleteWallets, { walletIds: [ofWallet], ...all });
      const named = { walletAccountId: ofAccount, name: unique('A') };
      await refusedAs('WALLET_ACCOUNT_NOT_FOUND', service, bob, updateWalletAccountName, named);
      const accounts = { walletAccountIds: [ofAccount], ...all };
      await refusedAs('WALLET_ACCOUNT_NOT_FOUND', service, bob, deleteWalletAccounts, accounts);
    }
  });
});
