import { expect, test } from 'vitest';
import type { Activity } from '../../../src/contract/activities.js';
import { createWallet, listWalletAccounts } from '../../../src/contract/wallets.js';
import { importSigningKey } from '../../../src/crypto/p256.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { ask, submit, wallet } from '../trips/wire.js';

test('the accounts of a wallet are listed in the order they were asked for', async () => {
  const test = await createTestService();
  const key = await importSigningKey(test.rootApiKey);
  const { organizationId } = test;
  const accounts = Array.from({ length: 20 }, (_, index) => ({
    ...wallet.accounts[0],
    path: `m/44'/60'/0'/0/${index}`,
  }));
  const activity: Activity = await submit(test, key, createWallet, organizationId, { walletName: 'Wallet', accounts });
  const list = await ask<{ accounts: { address: string }[] }>(test, key, listWalletAccounts, {
    organizationId,
    paginationOptions: { limit: '100' },
  });
  const { addresses } = activity.result.createWalletResult as { addresses: string[] };
  expect(list.accounts.map(({ address }) => address)).toEqual(addresses);
  await test.close();
});
