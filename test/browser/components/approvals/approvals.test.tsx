import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { call } from '../../../../src/client/call.js';
import { ApprovalsInbox } from '../../../../src/components/approvals/ApprovalsInbox.js';
import { approveActivity } from '../../../../src/contract/activities.js';
import { createPolicy } from '../../../../src/contract/policies.js';
import { listWalletAccounts, listWallets } from '../../../../src/contract/wallets.queries.js';
import { callData, ethereumTransaction } from '../../../support/ethereumTransactions.js';
import { secondRoot } from '../../../support/secondRoot.js';
import { openKit } from '../../hooks/kit.js';
import { openInbox, openRows } from './openInbox.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/approvals/approvals.css';

test('the keyboard alone opens a row, reads, approves and rejects, and the focus is never lost', async () => {
  await openInbox(['Savings', 'Payroll']);
  const payroll = await screen.findByRole('button', { name: 'Create wallet “Payroll”' });
  expect(payroll).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  await userEvent.tab();
  expect(document.activeElement).toHaveTextContent('All activity');
  await userEvent.tab();
  expect(document.activeElement).toBe(payroll);
  await userEvent.keyboard('{Enter}');
  expect(payroll).toHaveAttribute('aria-expanded', 'true');
  await userEvent.tab();
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  await userEvent.tab();
  expect(document.activeElement).toHaveAccessibleName('Reject: Create wallet “Payroll”');
  await userEvent.tab();
  expect(document.activeElement).toHaveAccessibleName('Approve: Create wallet “Payroll”');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved.'));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Waiting for you/ }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard(' ');
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toHaveAccessibleName('Reject: Create wallet “Savings”');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Rejected.'));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});

test('a row says who asked and how many approve, to the eye and to a screen reader, and closes again', async () => {
  await openInbox(['Savings']);
  const row = await screen.findByRole('button', { name: 'Create wallet “Savings”' });
  await waitFor(() => expect(row).toHaveAccessibleDescription(/^Asked by \u2068Bob\u2069 · .* 1 of 2 approvals$/));
  expect(screen.getByText('1/2')).toBeVisible();
  await userEvent.click(row);
  expect(screen.getByRole('button', { name: 'Approve: Create wallet “Savings”' })).toBeVisible();
  await userEvent.click(row);
  expect(row).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
});

test('a request is decided once, however often the button is pressed', async () => {
  const { kit } = await openInbox(['Savings']);
  await openRows();
  let answer = () => {};
  kit.service.failures.next('approve_activity', { until: new Promise<void>((resolve) => (answer = resolve)) });
  await userEvent.dblClick(screen.getByRole('button', { name: /^Approve: / }));
  await userEvent.click(screen.getByRole('button', { name: /^Reject: / }));
  answer();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved.'));
});

test('the request’s parameters are rendered as text, whatever they contain', async () => {
  await openInbox(['<img src=x onerror=alert(1)>']);
  const card = await screen.findByRole('listitem');
  expect(within(card).getByRole('heading')).toHaveTextContent('Create wallet “<img src=x onerror=alert(1)>”');
  expect(card.querySelector('img')).toBeNull();
});

test('a service that does not answer is reported, and the button sends the request again', async () => {
  const kit = await openKit();
  await secondRoot(kit, await kit.logIn());
  kit.service.failures.next('list_activities', 'unreachable', 3);
  render(<ApprovalsInbox />, { wrapper: kit.wrapper });
  expect(await screen.findByRole('alert')).toHaveTextContent(/Can’t connect/);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing is waiting for you.'));
});

test('shows how many approvals are needed if only the root quorum decides', async () => {
  await openInbox(['Savings']);
  expect(await screen.findByText('1/2')).toBeVisible();
  expect(screen.getByText('1 of 2 approvals')).toBeInTheDocument();
});

test('shows how many approvals there are if a policy may decide, too', async () => {
  const kit = await openKit();
  const session = await kit.logIn();
  const policy = { policyName: 'Bob signs', effect: 'EFFECT_ALLOW', condition: 'true', notes: '' } as const;
  await call(kit.client, createPolicy, { ...policy, consensus: `approvers.any(user, user.id == '${session.userId}')` });
  const bob = await secondRoot(kit, session);
  await bob.propose('Savings').catch(() => undefined);
  render(<ApprovalsInbox />, { wrapper: kit.wrapper });
  expect(await screen.findByText(/· 1 approval so far · expires/)).toBeVisible();
});

describe('a transaction', () => {
  const to = '0x995594d8dc7ae8a0f9f1ab8f5d9ed0e8b5da40b2';
  const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
  const pays = (nonce: bigint, change: object = {}) => ethereumTransaction({ to, value: 1n, nonce, ...change });
  const warning = 'First time to this address';

  /** Bob requests transactions of the person's wallet; the person has approved the signed ones. */
  async function openTransactions({ signed = [], asked }: { signed?: readonly string[]; asked: readonly string[] }) {
    const kit = await openKit();
    const bob = await secondRoot(kit, await kit.logIn());
    const { wallets } = await call(kit.client, listWallets, {});
    const { accounts } = await call(kit.client, listWalletAccounts, { walletId: wallets[0]?.walletId ?? '' });
    const propose = (transaction: string) => bob.proposePayment(accounts[0]?.address ?? '', transaction);
    for (const transaction of signed) {
      await call(kit.client, approveActivity, { fingerprint: await propose(transaction) });
    }
    for (const transaction of asked) await propose(transaction);
    render(<ApprovalsInbox />, { wrapper: kit.wrapper });
    return { kit, propose };
  }

  /** The text of the card, after the transactions that were signed before have been read. */
  async function cardOf(title: RegExp): Promise<string> {
    const card = (await screen.findByRole('heading', { name: title })).closest('li');
    return card?.textContent ?? '';
  }

  test('says that an address is paid for the first time, until it is paid', async () => {
    const { propose } = await openTransactions({ asked: [pays(0n)] });
    expect(await screen.findByText(warning)).toBeVisible();
    await openRows();
    expect(await cardOf(/^Send/)).toContain('Fee limit: 0.00021 ETH');
    await userEvent.click(screen.getByRole('button', { name: /^Approve: Send / }));
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
    await propose(pays(1n));
    const other = '0x1111111111111111111111111111111111111111';
    await propose(pays(2n, { to: other }));
    await waitFor(() => expect(screen.getAllByText(warning)).toHaveLength(1));
    expect(screen.getByText(warning).closest('li')).toHaveTextContent('0x1111…1111');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  test('that was paid on another chain is paid there for the first time', async () => {
    await openTransactions({ signed: [pays(0n)], asked: [pays(1n, { chainId: 8453n })] });
    expect(await screen.findByText(warning)).toBeVisible();
  });

  test('says nothing about an address that an earlier transaction may have paid', async () => {
    const data = callData('swap(address,uint256)', to, 1n);
    const call = ethereumTransaction({ to: token, data });
    const other = '0x1111111111111111111111111111111111111111';
    await openTransactions({ signed: [call], asked: [pays(1n), pays(2n, { to: other })] });
    await waitFor(() => expect(screen.getAllByText(warning)).toHaveLength(1));
    expect(screen.getByText(warning).closest('li')).toHaveTextContent('0x1111…1111');
  });

  test('that lets somebody take tokens without limit says so, and names the contract', async () => {
    const data = callData('approve(address,uint256)', to, 2n ** 256n - 1n);
    await openTransactions({ asked: [ethereumTransaction({ to: token, data })] });
    const title = 'Let 0x9955…40b2 spend an unlimited amount of token 0xa0b8…eb48';
    await screen.findByRole('heading', { name: title });
    await openRows();
    expect(screen.getByText(token)).toBeVisible();
    expect(screen.getByText(to)).toBeVisible();
  });
});

test('T-62 characters that nobody sees are shown by their numbers in the details', async () => {
  const kit = await openKit();
  const bob = await secondRoot(kit, await kit.logIn());
  await bob.proposePayment('0x99\u202e4321', '0x00');
  render(<ApprovalsInbox />, { wrapper: kit.wrapper });
  const [card] = await openRows();
  await userEvent.click(screen.getByText('Details'));
  expect(card).toHaveTextContent('Sign a transaction with 0x994321');
  expect(card).toHaveTextContent('"signWith": "0x99\\u202e4321"');
});
