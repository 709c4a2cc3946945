import { QueryClient } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call } from '../../../src/client/call.js';
import { logout } from '../../../src/client/session/logout.js';
import { approveActivity } from '../../../src/contract/activities.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { verifyEthereumMessage } from '../../../src/crypto/ethereum.js';
import { useApproveActivity, useListActivities } from '../../../src/hooks/activities.js';
import { useActivityPages } from '../../../src/hooks/activityPages.js';
import { useBalances } from '../../../src/hooks/balances.js';
import { walletKitConfigQueryOptions } from '../../../src/hooks/configQuery.js';
import { useWalletKitConfig } from '../../../src/hooks/proxy.js';
import { userQueryOptions } from '../../../src/hooks/queries.js';
import { useSignMessage } from '../../../src/hooks/signing.js';
import { useTransactionStatus } from '../../../src/hooks/transactionStatus.js';
import { useUser, useWhoami } from '../../../src/hooks/users.js';
import { useCreateWallet, useListWallets, useWalletAccounts, useWallets } from '../../../src/hooks/wallets.js';
import { openFakeNode } from '../../support/fakeNode.js';
import { secondRoot } from '../../support/secondRoot.js';
import { ada, openKit } from './kit.js';

describe('whoami', () => {
  test('is not requested while nobody is logged in, is requested after the login, and is removed by the logout', async () => {
    const queryClient = new QueryClient();
    const { client, logIn, render } = await openKit({ queryClient });
    const { result } = render(() => useUser());
    expect(result.current.fetchStatus).toBe('idle');
    await act(() => logIn());
    await waitFor(() => expect(result.current.data?.userEmail).toBe(ada));
    await act(() => logout(client));
    expect(result.current.data).toBeUndefined();
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.data !== undefined),
    ).toEqual([]);
  });

  test('is another person after another login', async () => {
    const { client, logIn, render } = await openKit();
    const ofAda = await logIn();
    const { result } = render(() => ({
      user: useUser(),
      whoami: useWhoami({}, { select: ({ username }) => username }),
    }));
    await waitFor(() => expect(result.current.user.data?.userEmail).toBe(ada));
    await act(() => logIn('grace@example.com'));
    await waitFor(() => expect(result.current.user.data?.userEmail).toBe('grace@example.com'));
    await waitFor(() => expect(result.current.whoami.data).toBe('grace@example.com'));
    await act(() => client.sessions.activate(ofAda.publicKey));
    await waitFor(() => expect(result.current.user.data?.userEmail).toBe(ada));
  });

  test('has no secret in its query key', async () => {
    const { client, logIn } = await openKit();
    const session = await logIn();
    const { queryKey } = userQueryOptions(client, session);
    const { authProxyConfigId } = client.settings;
    expect(queryKey).toEqual(['latchkey', authProxyConfigId, session.organizationId, session.userId, 'me', {}]);
  });

  test('can be prefetched', async () => {
    const queryClient = new QueryClient();
    const { client, service, logIn, render } = await openKit({ queryClient });
    const session = await logIn();
    await queryClient.prefetchQuery(userQueryOptions(client, session));
    service.failures.next('*', 'unreachable', 100);
    const { result } = render(() => useUser());
    await waitFor(() => expect(result.current.data?.userEmail).toBe(ada));
  });

  test('that failed is requested again once the device is back on a network, and one that did not is not', async () => {
    const { service, logIn, render } = await openKit();
    await logIn();
    const { result } = render(() => ({ user: useUser(), wallets: useListWallets({}) }));
    await waitFor(() => expect(result.current.wallets.isSuccess).toBe(true));
    await waitFor(() => expect(result.current.user.isSuccess).toBe(true));
    service.failures.next('*', 'unreachable', 100);
    await act(() => result.current.user.refetch());
    await waitFor(() => expect(result.current.user.isError).toBe(true));
    service.failures.clear();
    const { dataUpdatedAt } = result.current.wallets;
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(result.current.user.isSuccess).toBe(true));
    expect(result.current.wallets.dataUpdatedAt).toBe(dataUpdatedAt);
  });

  test('ends the session where the service no longer knows its key', async () => {
    const { service, logIn, render } = await openKit();
    await logIn();
    const { result } = render(() => useUser());
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    service.failures.next('*', { refuse: 'PUBLIC_KEY_NOT_FOUND' }, 2);
    await act(() => result.current.refetch());
    await waitFor(() => expect(result.current.data).toBeUndefined());
  });
});

describe('wallets', () => {
  test('and their accounts come page by page', async () => {
    const { logIn, render } = await openKit();
    await logIn();
    const { result } = render(() => ({ wallets: useWallets(), accounts: useWalletAccounts({ pageSize: 1 }) }));
    await waitFor(() => expect(result.current.wallets.data).toHaveLength(1));
    await waitFor(() => expect(result.current.accounts.data).toHaveLength(1));
    expect(result.current.accounts.hasNextPage).toBe(true);
    await act(() => result.current.accounts.fetchNextPage());
    await waitFor(() => expect(result.current.accounts.data).toHaveLength(2));
    expect(new Set(result.current.accounts.data?.map(({ address }) => address)).size).toBe(2);
  });

  test('are refetched when one is created, and so is the list of activities', async () => {
    const { logIn, render } = await openKit();
    await logIn();
    const { result } = render(() => ({
      create: useCreateWallet(),
      wallets: useListWallets({}),
      activities: useListActivities({}, { select: ({ activities }) => activities.length }),
    }));
    await waitFor(() => expect(result.current.wallets.data?.wallets).toHaveLength(1));
    const before = result.current.activities.data ?? 0;
    const made = await act(() => result.current.create.mutateAsync({ walletName: 'Second', accounts: [] }));
    expect(made.addresses).toEqual([]);
    await waitFor(() => expect(result.current.wallets.data?.wallets).toHaveLength(2));
    await waitFor(() => expect(result.current.activities.data).toBeGreaterThan(before));
  });

  test('are refetched when a vote creates one, whether or not the activity was shown before', async () => {
    const kit = await openKit();
    const session = await kit.logIn();
    const { propose } = await secondRoot(kit, session);
    const { result } = kit.render(() => ({
      approve: useApproveActivity(),
      wallets: useListWallets({}),
      activities: useListActivities({}),
    }));
    const fingerprints = () => result.current.activities.data?.activities.map(({ fingerprint }) => fingerprint);
    await waitFor(() => expect(result.current.wallets.data?.wallets).toHaveLength(1));
    await waitFor(() => expect(fingerprints()).toHaveLength(1));
    const unseen = await propose('Second');
    await act(() => result.current.approve.mutateAsync({ fingerprint: unseen }));
    await waitFor(() => expect(result.current.wallets.data?.wallets).toHaveLength(2));
    const seen = await propose('Third');
    await act(() => result.current.activities.refetch());
    await waitFor(() => expect(fingerprints()).toContain(seen));
    await act(() => result.current.approve.mutateAsync({ fingerprint: seen }));
    await waitFor(() => expect(result.current.wallets.data?.wallets).toHaveLength(3));
  });

  test('have more once their transaction is in a block, and what they sign is in lists of activities', async () => {
    const { node, close } = openFakeNode();
    onTestFinished(close);
    const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };
    const base = {
      id: 8453,
      name: 'Base',
      nativeCurrency: ether,
      rpcUrls: { default: { http: ['https://node.example'] } },
    };
    const { logIn, render } = await openKit({ chains: [base] });
    await logIn();
    const { result } = render(() => {
      const { data: [account] = [] } = useWalletAccounts();
      return {
        account,
        sign: useSignMessage(),
        signed: useListActivities({}, { select: ({ activities }) => activities.length }),
        coins: useBalances(account && { address: account.address, chainId: 8453 }, {
          select: ([coin]) => coin?.amount,
        }),
        status: useTransactionStatus(`0x${'12'.repeat(32)}`, { chainId: 8453 }),
      };
    });
    await waitFor(() => expect(result.current.coins.data).toBe(2n * 10n ** 18n));
    await waitFor(() => expect(result.current.status.data?.state).toBeDefined());
    node.wei = 3n * 10n ** 18n;
    node.status = 'success';
    await waitFor(() => expect(result.current.status.data?.state).toBe('included'), { timeout: 10_000 });
    await waitFor(() => expect(result.current.coins.data).toBe(3n * 10n ** 18n));
    const before = result.current.signed.data ?? 0;
    const { address = '' } = result.current.account ?? {};
    await act(() => result.current.sign.mutateAsync({ message: 'Hello', address }));
    await waitFor(() => expect(result.current.signed.data).toBe(before + 1));
  });

  test('sign a message', async () => {
    const { logIn, render } = await openKit();
    await logIn();
    const { result } = render(() => ({ accounts: useWalletAccounts(), sign: useSignMessage() }));
    await waitFor(() => expect(result.current.accounts.data).toHaveLength(2));
    const { address = '' } = result.current.accounts.data?.find(({ path }) => path.startsWith("m/44'/60'")) ?? {};
    const signature = await act(() => result.current.sign.mutateAsync({ message: 'hello', address }));
    expect(await verifyEthereumMessage({ address, message: 'hello', signature })).toBe(true);
  });
});

describe('the configuration', () => {
  test('is requested from the proxy, without a session', async () => {
    const { client, render } = await openKit();
    const { result } = render(() => useWalletKitConfig());
    await waitFor(() => expect(result.current.data).toMatchObject({ otpLength: '6', enabledProviders: ['email'] }));
    expect(walletKitConfigQueryOptions(client).queryKey).toContain('wallet_kit_config');
  });

  test('is an error with a code after three failed requests', async () => {
    const { service, render } = await openKit();
    service.failures.next('wallet_kit_config', 'unreachable', 100);
    const { result } = render(() => useWalletKitConfig());
    await waitFor(() => expect(result.current.error?.code).toBe('UNREACHABLE_OR_ORIGIN'));
    expect(result.current.error?.message).toContain(location.origin);
  });
});

describe('the options of a hook', () => {
  test('select data, disable the request, and request as another session', async () => {
    const { logIn, render } = await openKit();
    const ofAda = await logIn();
    await logIn('grace@example.com');
    const { result } = render(() => ({
      names: useWallets({ select: (wallets) => wallets.map(({ walletName }) => walletName) }),
      paths: useWalletAccounts({}, { select: (accounts) => accounts.map(({ path }) => path) }),
      user: useUser({ session: ofAda, select: ({ userEmail }) => userEmail }),
      off: useUser({ enabled: false, session: ofAda, select: ({ userName }) => userName }),
      offConfig: useWalletKitConfig({ enabled: false }),
    }));
    await waitFor(() => expect(result.current.names.data).toEqual(['Wallet']));
    await waitFor(() => expect(result.current.paths.data).toContain("m/44'/60'/0'/0/0"));
    await waitFor(() => expect(result.current.user.data).toBe(ada));
    expect(result.current.offConfig.fetchStatus).toBe('idle');
  });

  test('of a mutation call back at its end', async () => {
    const { logIn, render } = await openKit();
    await logIn();
    const calls: string[] = [];
    const { result } = render(() => ({
      create: useCreateWallet({ onSuccess: ({ walletId }) => void calls.push(walletId) }),
      again: useCreateWallet({ onError: ({ code }) => void calls.push(code) }),
      sign: useSignMessage({ onError: ({ code }) => void calls.push(code) }),
    }));
    const { walletId } = await act(() => result.current.create.mutateAsync({ walletName: 'Mine', accounts: [] }));
    await act(() => result.current.again.mutateAsync({ walletName: '', accounts: [] }).catch(() => undefined));
    await act(() => result.current.sign.mutateAsync({ message: 'hi', address: '0x00' }).catch(() => undefined));
    expect(calls).toEqual([walletId, 'REQUEST_INVALID', 'SIGNER_NOT_FOUND']);
  });
});

test('activities that have ended are asked for once, however often the list is read again', async () => {
  const asked: string[] = [];
  const kit = await openKit({ onRequest: (path) => path.endsWith('/list_activities') && asked.push(path) });
  const session = await kit.logIn();
  for (const walletName of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
    await call(kit.client, createWallet, { walletName, accounts: [] });
  const bob = await secondRoot(kit, session);
  const { result } = kit.render(() => {
    const { data, hasNextPage, fetchNextPage, refetch } = useActivityPages(2);
    return { data, hasNextPage, fetchNextPage, refetch };
  });
  const shown = () => result.current.data?.pages.flatMap(({ activities }) => activities) ?? [];
  await waitFor(() => expect(result.current.hasNextPage).toBe(true));
  for (const pages of [2, 3]) {
    await act(() => result.current.fetchNextPage());
    await waitFor(() => expect(result.current.data?.pages).toHaveLength(pages));
  }
  const before = shown().map(({ id }) => id);
  const fingerprint = await bob.propose('Seven');
  asked.length = 0;
  await act(() => result.current.refetch());
  expect(
    shown()
      .map(({ id }) => id)
      .slice(1),
  ).toEqual(before.slice(0, shown().length - 1));
  expect(shown()[0]?.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  expect(asked).toHaveLength(1);
  await call(kit.client, approveActivity, { fingerprint });
  await act(() => result.current.refetch());
  expect(shown().some(({ status }) => status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED')).toBe(false);
});
