import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { logout } from '../../../src/client/session/logout.js';
import { verifyEthereumMessage } from '../../../src/crypto/ethereum.js';
import { useAccountOf } from '../../../src/hooks/ethereumAccounts.js';
import { useCreateWalletAccounts, useWalletAccounts } from '../../../src/hooks/wallets.js';
import { openKit } from './kit.js';

test('the account of an address signs, and is the same value at every rendering', async () => {
  const { logIn, render } = await openKit();
  await logIn();
  const { result, rerender } = render(() => {
    const accounts = useWalletAccounts();
    const address = accounts.data?.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM')?.address;
    return { address, account: useAccountOf(address?.toLowerCase()) };
  });
  expect(result.current.account.fetchStatus).toBe('idle');
  await waitFor(() => expect(result.current.account.isSuccess).toBe(true));
  const { address = '', account } = result.current;
  expect(account.data?.address).toBe(address);
  const signature = (await account.data?.signMessage({ message: 'hello' })) ?? '';
  expect(await verifyEthereumMessage({ address, message: 'hello', signature })).toBe(true);
  rerender();
  expect(result.current.account.data).toBe(account.data);
});

test('an address that the person does not have, or of another chain, is an error with a code', async () => {
  const { client, logIn, render } = await openKit();
  await logIn();
  const { result } = render(() => {
    const accounts = useWalletAccounts();
    const solana = accounts.data?.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_SOLANA')?.address;
    return { strange: useAccountOf(`0x${'11'.repeat(20)}`), ofSolana: useAccountOf(solana) };
  });
  await waitFor(() => expect(result.current.strange.error?.code).toBe('WALLET_ACCOUNT_NOT_FOUND'));
  await waitFor(() => expect(result.current.ofSolana.error?.code).toBe('ACCOUNT_NOT_ETHEREUM'));
  await act(() => logout(client));
  await waitFor(() => expect(result.current.strange.fetchStatus).toBe('idle'));
  expect(result.current.strange.data).toBeUndefined();
});

test('an account is found on a later page, and has what signs several transactions at once', async () => {
  const { logIn, render } = await openKit();
  await logIn();
  const nonceManager = { consume: async () => 1 };
  const { result } = render(() => {
    const accounts = useWalletAccounts({ pageSize: 100 });
    const create = useCreateWalletAccounts();
    return { accounts, create, account: useAccountOf(create.data?.addresses.at(-1), { nonceManager }) };
  });
  await waitFor(() => expect(result.current.accounts.data).toHaveLength(2));
  const walletId = result.current.accounts.data?.[0]?.walletId ?? '';
  const accountsFrom = (first: number) =>
    Array.from({ length: 20 }, (_, more) => ({
      curve: 'CURVE_SECP256K1' as const,
      pathFormat: 'PATH_FORMAT_BIP32' as const,
      path: `m/44'/60'/0'/0/${first + more}`,
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
    }));
  for (const first of [1, 21, 41, 61, 81])
    await act(() => result.current.create.mutateAsync({ walletId, accounts: accountsFrom(first) }));
  await waitFor(() => expect(result.current.account.data?.nonceManager).toBe(nonceManager));
  const last = result.current.create.data?.addresses.at(-1);
  expect(result.current.account.data?.address).toBe(last);
});
