import { expect, test } from 'vitest';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { listWalletAccounts } from '../../../../../src/contract/wallets.queries.js';
import { importSigningKey } from '../../../../../src/crypto/p256.js';
import { portablePrimitives } from '../../../../../src/service/primitives.js';
import { createTestService } from '../../../../../src/testing/createTestService.js';
import { ask, submit, wallet } from '../../../../support/wire.js';

test('the accounts of a wallet are listed in the order of the request', async () => {
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

test('A-53: who asks for an account that is refused has not made the service derive the others', async () => {
  const { secp256k1, ...others } = await portablePrimitives();
  let derived = 0;
  const publicKey: typeof secp256k1.publicKey = (secret) => {
    derived += 1;
    return secp256k1.publicKey(secret);
  };
  const test = await createTestService({ primitives: { ...others, secp256k1: { ...secp256k1, publicKey } } });
  const key = await importSigningKey(test.rootApiKey);
  const good = { ...wallet.accounts[0], path: 'm/0' };
  const refused = [
    [{ ...good, path: 'x' }, 'PATH_MALFORMED'],
    [{ ...good, addressFormat: 'ADDRESS_FORMAT_SPARK_MAINNET' }, 'ADDRESS_FORMAT_NOT_SUPPORTED'],
    [{ ...good, curve: 'CURVE_P256' }, 'ADDRESS_FORMAT_CURVE_MISMATCH'],
    [{ ...good, curve: 'CURVE_ED25519', addressFormat: 'ADDRESS_FORMAT_SOLANA' }, 'PATH_NOT_HARDENED'],
    [good, 'ACCOUNT_EXISTS'],
    [{ ...good, path: 'm/1', name: 'One' }, 'NAME_TAKEN'],
  ] as const;
  for (const [last, code] of refused) {
    const accounts = [{ ...good, name: 'One' }, last];
    const answer = submit(test, key, createWallet, test.organizationId, { walletName: code, accounts });
    await expect(answer).rejects.toMatchObject({ code });
  }
  expect(derived).toBe(0);
  await submit(test, key, createWallet, test.organizationId, { walletName: 'Wallet', accounts: [good] });
  expect(derived).toBeGreaterThan(0);
  await test.close();
});
