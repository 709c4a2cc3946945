import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSubOrganization } from '../../../../../src/contract/organizations.js';
import { listSuborgs, listVerifiedSuborgs } from '../../../../../src/contract/organizations.queries.js';
import type { QueryRow } from '../../../../../src/contract/row.js';
import type { WalletAccount, WalletParams } from '../../../../../src/contract/shapes.js';
import { deleteSubOrganization } from '../../../../../src/contract/subOrganizations.js';
import { deleteWalletAccounts } from '../../../../../src/contract/wallets.js';
import { listWalletAccounts } from '../../../../../src/contract/wallets.queries.js';
import { createSigningKey, importSigningKey } from '../../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { apiKeyOf, done, makeOtherParent, makeSubOrganization } from '../../../../support/parties.js';
import { stores } from '../../../../support/stores.js';
import { ask, signUp, submit, wallet } from '../../../../support/wire.js';

describe.each(stores)('on $name', ({ open }) => {
  test('a parent finds its sub-organizations by name, user name, contact and key, page by page', async () => {
    const test = await createTestService({ store: await open() });
    const ada = await found(test, { userName: 'Ada', userEmail: 'Ada@Example.com', userPhoneNumber: '+14155550100' });
    const bob = await found(test, { userName: 'Bob', userEmail: 'bob@example.com', userPhoneNumber: '+14155550101' });

    expect(await list(test, 'NAME', 'Home of Ada')).toEqual([ada.organizationId]);
    expect(await list(test, 'USERNAME', 'Bob')).toEqual([bob.organizationId]);
    expect(await list(test, 'EMAIL', 'ada@EXAMPLE.com')).toEqual([ada.organizationId]);
    expect(await list(test, 'PHONE_NUMBER', '+14155550101')).toEqual([bob.organizationId]);
    expect(await list(test, 'PUBLIC_KEY', ada.publicKey)).toEqual([ada.organizationId]);
    expect(await list(test, 'EMAIL', 'nobody@example.com')).toEqual([]);

    const both = [ada.organizationId, bob.organizationId].sort();
    expect(await list(test)).toEqual(both);
    expect(await list(test, '', '', { limit: '1', after: both[0] })).toEqual([both[1]]);
    expect(await list(test, 'EMAIL', 'bob@example.com', { after: bob.organizationId })).toEqual([]);
    await test.close();
  });

  test('T-48: another parent finds its own sub-organizations by key and contact, and nobody else’s', async () => {
    const test = await createTestService({ store: await open() });
    const ada = await signUp(test, 'ada@example.com');
    const other = await makeOtherParent(test);
    const { subOrganizationId } = await done(test, other, createSubOrganization, {
      subOrganizationName: 'Theirs',
      rootUsers: [{ userName: 'Eve', apiKeys: [apiKeyOf(ada.key)] }],
      rootQuorumThreshold: 1,
    });
    const theirs = (row: QueryRow, filterType: string, filterValue: string) =>
      ask(test, other.key, row, { organizationId: other.organizationId, filterType, filterValue });
    expect(await list(test, 'PUBLIC_KEY', ada.key.publicKey)).toEqual([ada.organizationId]);
    expect(await theirs(listSuborgs, 'PUBLIC_KEY', ada.key.publicKey)).toEqual({
      organizationIds: [subOrganizationId],
    });
    expect(await list(test, 'EMAIL', 'ada@example.com')).toEqual([ada.organizationId]);
    for (const row of [listSuborgs, listVerifiedSuborgs])
      expect(await theirs(row, 'EMAIL', 'ada@example.com')).toEqual({ organizationIds: [] });
    await test.close();
  });

  describe('by the address of a wallet account', () => {
    let service: TestService;
    let ethereum: string;
    let solana: string;
    let ids: string[];
    beforeAll(async () => {
      service = await createTestService({ store: await open() });
      const ada = await makeSubOrganization(service, { wallet: wallet as WalletParams });
      [ethereum = '', solana = ''] = ada.wallet.addresses;
      ids = [ada.organizationId];
      for (const user of ['Bob', 'Carol']) {
        const { organizationId } = await found(service, { userName: user, userEmail: '', userPhoneNumber: '' });
        await copyAccounts(ada.organizationId, organizationId);
        ids.push(organizationId);
      }
      // A second wallet with the same account, as an import makes it.
      await copyAccounts(ada.organizationId, ada.organizationId);
    });
    afterAll(() => service.close());

    /** The accounts of one organization in another, as if both had the wallet. */
    async function copyAccounts(from: string, to: string): Promise<void> {
      const { db } = service.service.tools.store;
      const rows = await db.selectFrom('wallet_accounts').selectAll().where('organization_id', '=', from).execute();
      const copies = rows.map((row) => ({
        ...row,
        organization_id: to,
        wallet_id: crypto.randomUUID(),
        wallet_account_id: crypto.randomUUID(),
        ordinal: row.ordinal + 100,
      }));
      await db.insertInto('wallet_accounts').values(copies).execute();
    }

    const at = (address: string, page?: object) => list(service, 'WALLET_ACCOUNT_ADDRESS', address, page);

    test('those that hold one are found, each once, oldest first', async () => {
      expect(await at(ethereum)).toEqual(ids);
      expect(await at(solana)).toEqual(ids);
      expect(await at(`0x${'00'.repeat(20)}`)).toEqual([]);
      expect(await at('')).toEqual([]);
    });

    test('Ethereum’s in any case of its hex, any other exactly', async () => {
      expect(await at(ethereum.toLowerCase())).toEqual(ids);
      expect(await at(`0x${ethereum.slice(2).toUpperCase()}`)).toEqual(ids);
      expect(await at(ethereum.slice(2))).toEqual([]);
      expect(await at(solana.toLowerCase())).toEqual([]);
    });

    test('page by page, in both directions', async () => {
      const [first, second, third] = ids;
      expect(await at(ethereum, { limit: '2' })).toEqual([first, second]);
      expect(await at(ethereum, { limit: '2', after: second })).toEqual([third]);
      expect(await at(ethereum, { limit: '1', before: third })).toEqual([second]);
      expect(await at(ethereum, { after: third })).toEqual([]);
    });

    test('another parent finds its own alone', async () => {
      const other = await makeOtherParent(service);
      const rootUsers = [{ userName: 'Eve', apiKeys: [apiKeyOf(await createSigningKey())] }];
      const asked = { subOrganizationName: 'Theirs', rootUsers, rootQuorumThreshold: 1 };
      const made = await done(service, other, createSubOrganization, asked);
      const request = {
        organizationId: other.organizationId,
        filterType: 'WALLET_ACCOUNT_ADDRESS',
        filterValue: ethereum,
      };
      expect(await ask(service, other.key, listSuborgs, request)).toEqual({ organizationIds: [] });
      await copyAccounts(ids[1] ?? '', made.subOrganizationId);
      expect(await ask(service, other.key, listSuborgs, request)).toEqual({
        organizationIds: [made.subOrganizationId],
      });
      expect(await at(ethereum)).toEqual(ids);
    });

    test('a person finds none, and learns of none, in their own organization', async () => {
      const { organizationId, users } = await makeSubOrganization(service, { wallet: wallet as WalletParams });
      const request = { organizationId, filterType: 'WALLET_ACCOUNT_ADDRESS', filterValue: ethereum };
      expect(await ask(service, users[0].key, listSuborgs, request)).toEqual({ organizationIds: [] });
    });

    test('neither a deleted account nor a deleted sub-organization is found', async () => {
      const gone = await makeSubOrganization(service, { wallet: wallet as WalletParams });
      const [address = '', other = ''] = gone.wallet.addresses;
      const [user] = gone.users;
      const { accounts } = await ask<{ accounts: WalletAccount[] }>(service, user.key, listWalletAccounts, {
        organizationId: gone.organizationId,
      });
      const walletAccountIds = accounts
        .filter((account) => account.address === other)
        .map(({ walletAccountId }) => walletAccountId);
      expect(await at(other)).toEqual([gone.organizationId]);
      await done(service, user, deleteWalletAccounts, { walletAccountIds, deleteWithoutExport: true });
      expect(await at(other)).toEqual([]);
      expect(await at(address)).toEqual([gone.organizationId]);
      await done(service, user, deleteSubOrganization, { deleteWithoutExport: true });
      expect(await at(address)).toEqual([]);
    });
  });
});

type Contacts = { userName: string; userEmail: string; userPhoneNumber: string };

async function found(test: TestService, user: Contacts): Promise<{ organizationId: string; publicKey: string }> {
  const { publicKey } = await createSigningKey();
  const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }];
  const activity = await submit(
    test,
    await importSigningKey(test.rootApiKey),
    createSubOrganization,
    test.organizationId,
    {
      subOrganizationName: `Home of ${user.userName}`,
      rootUsers: [{ ...user, apiKeys, authenticators: [], oauthProviders: [] }],
      rootQuorumThreshold: 1,
    },
  );
  const result = activity.result.createSubOrganizationResultV8 as { subOrganizationId: string };
  return { organizationId: result.subOrganizationId, publicKey };
}

async function list(
  test: TestService,
  filterType?: string,
  filterValue?: string,
  paginationOptions?: object,
): Promise<string[]> {
  const { organizationId } = test;
  const request = { organizationId, filterType, filterValue, paginationOptions };
  const key = await importSigningKey(test.rootApiKey);
  return (await ask<{ organizationIds: string[] }>(test, key, listSuborgs, request)).organizationIds;
}
