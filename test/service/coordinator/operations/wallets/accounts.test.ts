import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Wallet, WalletAccount } from '../../../../../src/contract/shapes.js';
import { createWallet, createWalletAccounts } from '../../../../../src/contract/wallets.js';
import { listWalletAccounts, listWallets } from '../../../../../src/contract/wallets.queries.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../../support/contents.js';
import { absentId, done, makeSubOrganization, type Party, refusedAs } from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, wallet } from '../../../../support/wire.js';

const pathFormat = 'PATH_FORMAT_BIP32' as const;
const ethereum = (index: number, name?: string) => ({
  curve: 'CURVE_SECP256K1' as const,
  pathFormat,
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
  ...(name !== undefined && { name }),
});

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ada] = (await makeSubOrganization(service)).users;
  });

  const walletOf = (walletName: string, accounts: object[] = []) =>
    done(service, ada, createWallet, { walletName, accounts: accounts as never });
  const accountsOf = async (request: object) => {
    const { organizationId } = ada;
    const answer = await ask<{ accounts: WalletAccount[] }>(service, ada.key, listWalletAccounts, {
      organizationId,
      ...request,
    });
    return answer.accounts;
  };

  test('wallets are listed with their properties, oldest first', async () => {
    const first = await walletOf('First');
    const second = await walletOf('Second', wallet.accounts);
    const { organizationId } = ada;
    const { wallets } = await ask<{ wallets: Wallet[] }>(service, ada.key, listWallets, { organizationId });
    expect(wallets.map(({ walletId, walletName }) => [walletId, walletName])).toEqual([
      [first.walletId, 'First'],
      [second.walletId, 'Second'],
    ]);
    expect(wallets[0]).toMatchObject({ exported: false, imported: false, createdAt: { seconds: expect.any(String) } });
  });

  test('two wallets have two seeds', async () => {
    const [one, two] = [await walletOf('One', wallet.accounts), await walletOf('Two', wallet.accounts)];
    expect(new Set([...one.addresses, ...two.addresses]).size).toBe(4);
  });

  test.each([12, 15, 18, 21, 24] as const)('a wallet of %d words', async (mnemonicLength) => {
    const { addresses } = await done(service, ada, createWallet, { ...wallet, mnemonicLength } as never);
    expect(addresses).toHaveLength(2);
  });

  test('a wallet name is unique in an organization, and free in another', async () => {
    await walletOf('Wallet');
    await refusedAs('NAME_TAKEN', service, ada, createWallet, { walletName: 'Wallet', accounts: [] });
    const [bob] = (await makeSubOrganization(service)).users;
    await done(service, bob, createWallet, { walletName: 'Wallet', accounts: [] });
    await walletOf('wallet');
  });

  test('a path is unique for a wallet, curve and format', async () => {
    const { walletId } = await walletOf('Wallet', [ethereum(0)]);
    const add = (...accounts: object[]) => ({ walletId, accounts });
    await refusedAs('ACCOUNT_EXISTS', service, ada, createWalletAccounts, add(ethereum(0)));
    await refusedAs('ACCOUNT_EXISTS', service, ada, createWalletAccounts, add(ethereum(1), ethereum(1)));
    await refusedAs('ACCOUNT_EXISTS', service, ada, createWallet, {
      walletName: 'Twice',
      accounts: [ethereum(0), ethereum(0)],
    });
    expect(await accountsOf({})).toHaveLength(1);
    await done(service, ada, createWalletAccounts, {
      walletId,
      accounts: [ethereum(1), { ...ethereum(0), addressFormat: 'ADDRESS_FORMAT_UNCOMPRESSED' }],
    });
    await walletOf('Other', [ethereum(0)]);
    expect(await accountsOf({})).toHaveLength(4);
  });

  test('an account name is unique in an organization', async () => {
    const { walletId } = await walletOf('Wallet', [ethereum(0, 'Savings')]);
    const savings = { accounts: [ethereum(1, 'Savings')] };
    await refusedAs('NAME_TAKEN', service, ada, createWalletAccounts, { walletId, ...savings });
    await refusedAs('NAME_TAKEN', service, ada, createWallet, { walletName: 'Other', ...savings });
    await done(service, ada, createWalletAccounts, { walletId, accounts: [ethereum(1, 'Spending')] });
    expect((await accountsOf({})).map(({ name }) => name)).toEqual(['Savings', 'Spending']);
  });

  test('a preview shows the address that a later creation has, and stores nothing', async () => {
    const { walletId } = await walletOf('Wallet');
    const before = await contentsOf(service.service.tools.store);
    const preview = await done(service, ada, createWalletAccounts, {
      walletId,
      accounts: [ethereum(0), ethereum(1)],
      persist: false,
    });
    const { activities: _, votes: __, ...after } = await contentsOf(service.service.tools.store);
    expect(before).toMatchObject(after);
    const kept = await done(service, ada, createWalletAccounts, { walletId, accounts: [ethereum(0), ethereum(1)] });
    expect(kept.addresses).toEqual(preview.addresses);
  });

  test('a wallet that does not exist and one of another organization get the same refusal', async () => {
    const other = await makeSubOrganization(service, { wallet: wallet as never });
    for (const walletId of [absentId, other.wallet.walletId]) {
      await refusedAs('WALLET_NOT_FOUND', service, ada, createWalletAccounts, { walletId, accounts: [ethereum(0)] });
      await expect(accountsOf({ walletId })).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' });
    }
  });

  test.each([
    ['PATH_MALFORMED', { ...ethereum(0), path: '44/60' }],
    ['PATH_MALFORMED', { ...ethereum(0), path: "m/2147483648'" }],
    ['PATH_NOT_HARDENED', { ...wallet.accounts[1], path: "m/44'/501'/0" }],
    ['ADDRESS_FORMAT_NOT_SUPPORTED', { ...ethereum(0), addressFormat: 'ADDRESS_FORMAT_SPARK_REGTEST' }],
    ['ADDRESS_FORMAT_CURVE_MISMATCH', { ...ethereum(0), curve: 'CURVE_ED25519' }],
    ['REQUEST_INVALID', { ...ethereum(0), curve: 'CURVE_BLS' }],
    ['REQUEST_INVALID', { ...ethereum(0), name: 'Sav\u202eings' }],
  ] as const)('%s', async (code, account) => {
    await refusedAs(code, service, ada, createWallet, { walletName: 'Wallet', accounts: [ethereum(5), account] });
    expect(await accountsOf({})).toEqual([]);
  });

  test('pages go forwards and backwards through the same list', async () => {
    const accounts = Array.from({ length: 25 }, (_, index) => ethereum(index));
    const { addresses } = await walletOf('Wallet', accounts.slice(0, 20));
    const { walletId } = (await accountsOf({}))[0] ?? { walletId: '' };
    const more = await done(service, ada, createWalletAccounts, { walletId, accounts: accounts.slice(20) });
    const all = [...addresses, ...more.addresses];
    const page = async (paginationOptions: object) => accountsOf({ walletId, paginationOptions });
    const shown = (list: WalletAccount[]) => list.map(({ address }) => address);
    expect(shown(await accountsOf({ walletId })), 'ten unless asked otherwise').toEqual(all.slice(0, 10));
    expect(shown(await page({ limit: '100' }))).toEqual(all);

    const forth: string[] = [];
    let after: string | undefined;
    for (let list = await page({ limit: '7' }); list.length > 0; list = await page({ limit: '7', after })) {
      forth.push(...shown(list));
      after = list.at(-1)?.walletAccountId;
    }
    expect(forth).toEqual(all);
    expect(shown(await page({ limit: '7', before: after }))).toEqual(all.slice(17, 24));
    const [third] = (await page({ limit: '1', before: (await page({ limit: '4' }))[3]?.walletAccountId })).slice(-1);
    expect(third?.address).toBe(all[2]);
  });

  test('details of the wallet are returned on request', async () => {
    const { walletId } = await walletOf('Wallet', [ethereum(0)]);
    const [plain] = await accountsOf({ walletId });
    expect(plain).not.toHaveProperty('walletDetails');
    expect(plain).toMatchObject({ publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/), walletId, ...ethereum(0) });
    const [detailed] = await accountsOf({ includeWalletDetails: true });
    expect(detailed?.walletDetails).toMatchObject({ walletId, walletName: 'Wallet', exported: false });
  });
});
