import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { call } from '../../../../src/client/call.js';
import { loginWithOtp } from '../../../../src/client/flows/loginWithOtp.js';
import { logout } from '../../../../src/client/session/logout.js';
import { ApprovalsInbox } from '../../../../src/components/approvals/ApprovalsInbox.js';
import { listWalletAccounts, listWallets } from '../../../../src/contract/wallets.queries.js';
import type { LatchkeyError } from '../../../../src/errors.js';
import { useApprovals } from '../../../../src/hooks/approvals.js';
import { LatchkeyProvider } from '../../../../src/hooks/LatchkeyProvider.js';
import { callData, ethereumTransaction } from '../../../support/ethereumTransactions.js';
import { proposeAll, secondRoot } from '../../../support/secondRoot.js';
import { openKit } from '../../hooks/kit.js';
import { approve, openCard, openInbox } from './openInbox.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/approvals/approvals.css';

const savings = 'Create wallet “Savings”';
const rowsOf = (name: string) => screen.findAllByRole('button', { name });

/** Ada’s wallet, whose transactions Bob requests. */
async function openPayments(transactions: readonly string[], wallets: readonly string[] = []) {
  const kit = await openKit();
  const bob = await secondRoot(kit, await kit.logIn());
  const [wallet] = (await call(kit.client, listWallets, {})).wallets;
  const { accounts } = await call(kit.client, listWalletAccounts, { walletId: wallet?.walletId ?? '' });
  for (const transaction of transactions) await bob.proposePayment(accounts[0]?.address ?? '', transaction);
  for (const name of wallets) await bob.propose(name);
  render(<ApprovalsInbox />, { wrapper: kit.wrapper });
  return { kit, bob };
}

const to = '0x995594d8dc7ae8a0f9f1ab8f5d9ed0e8b5da40b2';
/** Shortened, it reads as the other one. */
const lookalike = '0x9955ffffffffffffffffffffffffffffffff40b2';
const pays = (nonce: bigint, receiver = to) => ethereumTransaction({ to: receiver, value: 10n ** 18n, nonce });

test('several equal requests are approved at once, each by a vote of its own', async () => {
  const onDecided = vi.fn();
  await openInbox(['Savings', 'Payroll', 'Savings', 'Savings'], { onDecided });
  const [first] = await rowsOf(savings);
  await userEvent.click(first as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: `Approve all 3: ${savings}` }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved 3 of 3.'));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Waiting for you/ }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.getByRole('heading', { name: 'Create wallet “Payroll”' })).toBeVisible();
  expect(onDecided.mock.calls.map(([, decision]) => decision)).toEqual(['approved', 'approved', 'approved']);
  expect(new Set(onDecided.mock.calls.map(([{ id }]) => id)).size).toBe(3);
});

test('of several votes at once each that fails is told at its own request, and to the app', async () => {
  const told: LatchkeyError[] = [];
  const kit = await openKit();
  await proposeAll(kit, await kit.logIn(), ['Savings', 'Savings', 'Savings'], () => kit.service.clock.advanceMs(1));
  render(
    <LatchkeyProvider client={kit.client} onError={(error) => told.push(error)}>
      <ApprovalsInbox />
    </LatchkeyProvider>,
  );
  const [, , last] = await rowsOf(savings);
  await userEvent.click(last as HTMLElement);
  kit.service.failures.next('approve_activity', { refuse: 'NOT_AUTHORIZED' });
  await userEvent.click(screen.getByRole('button', { name: `Approve all 3: ${savings}` }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved 2 of 3.'));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  const left = screen.getByRole('listitem');
  expect(within(left).getByRole('alert')).toHaveTextContent('You can’t decide this request.');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Waiting for you/ }));
  expect(told.map(({ code }) => code)).toEqual(['NOT_AUTHORIZED']);
});

test('only what would do the same is approved at once: not a payment to an address that reads alike', async () => {
  await openPayments([pays(0n), pays(1n), pays(2n, lookalike)]);
  const name = 'Send 1 ETH to 0x9955…40b2';
  const rows = await rowsOf(name);
  expect(rows).toHaveLength(3);
  const offers: [receiver: string | undefined, isForAll: boolean][] = [];
  for (const row of rows) {
    await userEvent.click(row);
    const card = await screen.findByRole('dialog');
    const receiver = [to, lookalike].find((address) => within(card).queryAllByText(address).length > 0);
    offers.push([receiver, within(card).queryByRole('button', { name: `Approve all 2: ${name}` }) !== null]);
    await userEvent.click(within(card).getByRole('button', { name: 'Close' }));
  }
  expect(offers.toSorted()).toEqual(
    [
      [to, true],
      [to, true],
      [lookalike, false],
    ].toSorted(),
  );
});

test('an address that looks like one that was paid before says so on the card', async () => {
  const { kit, bob } = await openPayments([pays(0n)]);
  await approve(await openCard(/^Send/));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  const [wallet] = (await call(kit.client, listWallets, {})).wallets;
  const { accounts } = await call(kit.client, listWalletAccounts, { walletId: wallet?.walletId ?? '' });
  await bob.proposePayment(accounts[0]?.address ?? '', pays(1n, lookalike));
  const card = await openCard(/^Send/);
  expect(await within(card).findByText(/^This address looks like one you know/)).toBeVisible();
  expect(within(card).getByText('Looks like').closest('[data-part=row]')).toHaveTextContent(to);
  expect(within(card).getByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
});

describe('what an address looks like', () => {
  /** A request to let an address take all of a token that looks like the wallet's own. */
  async function openLookalike() {
    const { kit, bob } = await openPayments([]);
    const [wallet] = (await call(kit.client, listWallets, {})).wallets;
    const { accounts } = await call(kit.client, listWalletAccounts, { walletId: wallet?.walletId ?? '' });
    const address = accounts[0]?.address ?? '';
    const like = `${address.slice(0, 6)}${'12'.repeat(16)}${address.slice(-4)}`;
    const data = callData('approve(address,uint256)', like, 2n ** 256n - 1n);
    await bob.proposePayment(address, ethereumTransaction({ to, data }));
    return kit;
  }

  const approveButton = (card: HTMLElement) => within(card).getByRole('button', { name: /^Approve: / });

  test('is known before anything is approved, and a tick is for the dangers that stood there', async () => {
    const kit = await openLookalike();
    let answer = () => {};
    kit.service.failures.next('list_wallet_accounts', { until: new Promise<void>((resolve) => (answer = resolve)) });
    const card = await openCard(/^Let /);
    const tick = within(card).getByRole('checkbox', { name: 'I understand' });
    await userEvent.click(tick);
    expect(tick).toBeChecked();
    await userEvent.click(approveButton(card));
    expect(approveButton(card)).toHaveAttribute('aria-disabled', 'true');
    expect(within(card).getByRole('button', { name: /^Reject: / })).not.toHaveAttribute('aria-disabled');
    answer();
    expect(await within(card).findByText('Looks like')).toBeVisible();
    expect(tick).not.toBeChecked();
    await userEvent.click(tick);
    await approve(card);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved.'));
  });

  test('is not waited for where it is refused', async () => {
    const kit = await openLookalike();
    kit.service.failures.next('list_wallet_accounts', { refuse: 'NOT_AUTHORIZED' }, 20);
    const card = await openCard(/^Let /);
    await userEvent.click(within(card).getByRole('checkbox', { name: 'I understand' }));
    await approve(card);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved.'));
  });
});

test('no vote is sent by whoever logs in while several are under way', async () => {
  const told: LatchkeyError[] = [];
  const kit = await openKit();
  await proposeAll(kit, await kit.logIn(), ['Savings', 'Savings'], () => kit.service.clock.advanceMs(1));
  render(
    <LatchkeyProvider client={kit.client} onError={(error) => told.push(error)}>
      <ApprovalsInbox />
    </LatchkeyProvider>,
  );
  const [first] = await rowsOf(savings);
  await userEvent.click(first as HTMLElement);
  let answer = () => {};
  kit.service.failures.next('approve_activity', { until: new Promise<void>((resolve) => (answer = resolve)) });
  await userEvent.click(screen.getByRole('button', { name: `Approve all 2: ${savings}` }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approving…'));
  await logout(kit.client);
  await loginWithOtp(kit.client, await kit.receiveCode('eve@example.com'));
  kit.service.failures.next('approve_activity', { refuse: 'NOT_AUTHORIZED' });
  answer();
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(/^(Approved|Nothing is waiting for you)\.$/),
  );
  expect(told.map(({ code }) => code)).not.toContain('NOT_AUTHORIZED');
});

test('where several kinds wait, chips choose one of them, and are gone with the last of it', async () => {
  await openPayments([pays(0n)], ['Savings', 'Payroll']);
  const chips = await screen.findByRole('group', { name: 'Show only' });
  const chip = (name: string) => within(chips).getByRole('button', { name });
  expect(
    within(chips)
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual(['All', 'Create wallet 2', 'Sign a transaction 1']);
  expect(chip('All')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(chip('Sign a transaction 1'));
  expect(chip('Sign a transaction 1')).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  const card = await openCard(/^Send 1 ETH/);
  await approve(card);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(screen.queryByRole('group', { name: 'Show only' })).toBeNull();
});

test('all of a row opens it', async () => {
  await openInbox(['Savings']);
  const button = await screen.findByRole('button', { name: savings });
  const head = button.closest('[data-part=header]') as HTMLElement;
  const { left, right, top, bottom } = head.getBoundingClientRect();
  for (const [x, y] of [
    [left + 3, top + 3],
    [right - 3, bottom - 3],
  ] as const)
    expect(document.elementFromPoint(x, y)).toBe(button);
});

test('more than a hundred are counted as 100+, all are reached, and the focus goes to the first new one', async () => {
  const names = Array.from({ length: 101 }, (_, at) => `Wallet ${at}`);
  await openInbox(names);
  await screen.findByRole('heading', { name: 'Waiting for you 100+' });
  expect(screen.queryByRole('heading', { name: 'Create wallet “Wallet 0”' })).toBeNull();
  screen.getByRole('button', { name: 'Show more' }).focus();
  await userEvent.keyboard('{Enter}');
  const last = await screen.findByRole('heading', { name: 'Create wallet “Wallet 0”' });
  await waitFor(() => expect(document.activeElement).toBe(last.closest('li')));
  expect(screen.getByRole('heading', { name: 'Waiting for you 101' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('exactly a hundred are no more than that', async () => {
  const kit = await openKit();
  const names = Array.from({ length: 100 }, (_, at) => `Wallet ${at}`);
  const session = await kit.logIn();
  await proposeAll(kit, session, names, () => kit.service.clock.advanceMs(1));
  const { result } = kit.render(() => useApprovals({ select: ({ toDecide }) => toDecide.length }));
  await waitFor(() => expect(result.current.data).toBe(100));
  expect(result.current.hasNextPage).toBe(false);
  await (await secondRoot(kit, session, 'Carol')).propose('One more');
  await result.current.refetch();
  await waitFor(() => expect(result.current.hasNextPage).toBe(true));
  expect(result.current.data).toBe(100);
});
