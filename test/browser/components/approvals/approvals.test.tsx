import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { userEvent as browserEvent, page } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import { ApprovalsInbox } from '../../../../src/components/approvals/ApprovalsInbox.js';
import { approveActivity } from '../../../../src/contract/activities.js';
import { createPolicy } from '../../../../src/contract/policies.js';
import type { SignRawPayloadParameters } from '../../../../src/contract/signing.js';
import { listWalletAccounts, listWallets } from '../../../../src/contract/wallets.queries.js';
import { callData, ethereumTransaction } from '../../../support/ethereumTransactions.js';
import { secondRoot } from '../../../support/secondRoot.js';
import { typedData } from '../../../support/standardTypedData.js';
import { openKit } from '../../hooks/kit.js';
import { approve, openCard, openInbox } from './openInbox.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/approvals/approvals.css';

const to = '0x995594d8dc7ae8a0f9f1ab8f5d9ed0e8b5da40b2';
const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

test('the keyboard alone opens a row, reads, approves and rejects, and the focus is never lost', async () => {
  await openInbox(['Savings', 'Payroll']);
  const payroll = await screen.findByRole('button', { name: 'Create wallet “Payroll”' });
  expect(payroll).toHaveAttribute('aria-haspopup', 'dialog');
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  await browserEvent.tab();
  expect(document.activeElement).toHaveTextContent('All activity');
  await browserEvent.tab();
  expect(document.activeElement).toBe(payroll);
  await browserEvent.keyboard('{Enter}');
  const card = await screen.findByRole('dialog', { name: 'Create wallet “Payroll”' });
  const heading = within(card).getByRole('heading', { name: 'Create wallet “Payroll”' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await browserEvent.tab();
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  await browserEvent.tab();
  expect(document.activeElement).toHaveAccessibleName('Reject: Create wallet “Payroll”');
  await browserEvent.tab();
  expect(document.activeElement).toHaveAccessibleName('Approve: Create wallet “Payroll”');
  await browserEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved.'));
  expect(screen.queryByRole('dialog')).toBeNull();
  const title = () => screen.getByRole('heading', { name: /^Waiting for you/ });
  await waitFor(() => expect(document.activeElement).toBe(title()));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  await browserEvent.tab();
  await browserEvent.tab();
  await browserEvent.keyboard(' ');
  await screen.findByRole('dialog', { name: 'Create wallet “Savings”' });
  await browserEvent.tab();
  await browserEvent.tab();
  expect(document.activeElement).toHaveAccessibleName('Reject: Create wallet “Savings”');
  await browserEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Rejected.'));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});

test('a row says who asked and how many approve, to the eye and to a screen reader, and closes again', async () => {
  await openInbox(['Savings']);
  const row = await screen.findByRole('button', { name: 'Create wallet “Savings”' });
  await waitFor(() => expect(row).toHaveAccessibleDescription(/^Asked by \u2068Bob\u2069 · .* 1 of 2 approvals$/));
  expect(screen.getByText('1/2')).toBeVisible();
  for (const close of [
    () => page.getByRole('button', { name: 'Close' }).click(),
    () => browserEvent.keyboard('{Escape}'),
  ]) {
    const card = await openCard();
    expect(within(card).getByRole('button', { name: 'Approve: Create wallet “Savings”' })).toBeVisible();
    expect(card).toHaveTextContent(/Asked by \u2068Bob\u2069 · /);
    expect(within(card).getByText(/^1 of 2 approvals · expires in /)).toBeVisible();
    await close();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(row);
  }
});

test('a request is decided once, however often the button is pressed', async () => {
  const { kit } = await openInbox(['Savings']);
  const card = await openCard();
  let answer = () => {};
  kit.service.failures.next('approve_activity', { until: new Promise<void>((resolve) => (answer = resolve)) });
  await userEvent.dblClick(within(card).getByRole('button', { name: /^Approve: / }));
  await userEvent.click(within(card).getByRole('button', { name: /^Reject: / }));
  answer();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved.'));
});

test('a vote that fails is told in the card, which stays, and in the row behind it', async () => {
  const { kit } = await openInbox(['Savings']);
  const card = await openCard();
  kit.service.failures.next('approve_activity', { refuse: 'NOT_AUTHORIZED' });
  await userEvent.click(within(card).getByRole('button', { name: /^Approve: / }));
  expect(await within(card).findByRole('alert')).toHaveTextContent('You can’t decide this request.');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(within(screen.getByRole('listitem')).getByRole('alert')).toHaveTextContent('You can’t decide this request.');
});

test('a card whose request others decide meanwhile closes, and the focus goes to the title', async () => {
  const queryClient = new QueryClient();
  const kit = await openKit({ queryClient });
  const bob = await secondRoot(kit, await kit.logIn());
  const fingerprint = await bob.propose('Savings');
  render(<ApprovalsInbox />, { wrapper: kit.wrapper });
  await openCard();
  await bob.reject(fingerprint);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Waiting for you/ })));
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
  const pays = (nonce: bigint, change: object = {}) => ethereumTransaction({ to, value: 1n, nonce, ...change });
  const warning = 'First time to this address';

  /** Bob requests transactions of the person's wallet; the person has approved the signed ones. */
  async function openTransactions(
    { signed = [], asked }: { signed?: readonly string[]; asked: readonly string[] },
    settings: Parameters<typeof openKit>[0] = {},
  ) {
    const kit = await openKit(settings);
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

  test.each([
    ['of the OP Stack', 8453n, 'at most 0.00021 ETH, plus a data fee'],
    ['that takes bytes as gas', 42161n, 'at most 0.00021 ETH'],
    ['that the app names', 777n, 'at most 0.00021 XYZ, plus a data fee'],
  ])('of a rollup %s says what it costs at most, and what comes on top', async (_, chainId, fee) => {
    const nativeCurrency = { name: 'Coin', symbol: 'XYZ', decimals: 18 };
    const rpcUrls = { default: { http: ['http://localhost'] } };
    const own = { id: 777, name: 'Own', nativeCurrency, rpcUrls, feeOracle: 'op-stack' } as const;
    await openTransactions({ asked: [pays(0n, { chainId })] }, { chains: [own] });
    const card = await openCard(/^Send/);
    expect(within(card).getByText(fee, { exact: true })).toBeVisible();
  });

  test('says that an address is paid for the first time, until it is paid', async () => {
    const { propose } = await openTransactions({ asked: [pays(0n)] });
    expect(await screen.findByText(warning)).toBeVisible();
    const card = await openCard(/^Send/);
    for (const fact of ['at most 0.00021 ETH', to, 'Ethereum', 'first time'])
      expect(within(card).getAllByText(fact)[0]).toBeVisible();
    expect(within(card).queryByRole('checkbox')).toBeNull();
    await approve(card);
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
    const title = 'Let 0x9955…40b2 spend an unlimited amount of USDC';
    const row = (await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement;
    expect(within(row).getByText('Danger')).toBeVisible();
    expect(within(row).getByRole('button')).toHaveAccessibleDescription(/Danger/);
    const card = await openCard(title);
    for (const address of [token, to])
      expect(within(card).getByText(address, { selector: '[data-part=address]' })).toBeVisible();
    expect(within(card).getByText('They could take all of this token, at any time.')).toBeVisible();
  });

  test('with danger makes the way out the first, and is approved after a tick', async () => {
    const data = callData('setApprovalForAll(address,bool)', to, 1n);
    await openTransactions({ asked: [ethereumTransaction({ to: token, data })] });
    const card = await openCard(/^Let /);
    const button = within(card).getByRole('button', { name: /^Approve: / });
    expect(button).toHaveAccessibleDescription('They could take all tokens of this contract, now and later.');
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-disabled', 'true');
    const fill = (each: HTMLElement) => getComputedStyle(each).backgroundColor;
    expect(fill(within(card).getByRole('button', { name: /^Reject: / }))).not.toBe(fill(button));
    expect(fill(button)).toBe('rgba(0, 0, 0, 0)');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    await userEvent.click(within(card).getByRole('checkbox', { name: 'I understand' }));
    await approve(card);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved.'));
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  });

  test('that cannot be read is said to be dangerous, with all its parameters', async () => {
    await openTransactions({ asked: [ethereumTransaction({ to: token, data: '12345678' })] });
    const card = await openCard('Sign something we can’t read');
    expect(within(card).getByRole('checkbox')).not.toBeChecked();
    await userEvent.click(within(card).getByText('Details'));
    expect(card).toHaveTextContent('0x12345678');
    expect(card).toHaveTextContent('"type": "TRANSACTION_TYPE_ETHEREUM"');
  });
});

describe('what is signed that is no transaction', () => {
  async function openPayload(parameters: Omit<SignRawPayloadParameters, 'signWith'>) {
    const kit = await openKit();
    const bob = await secondRoot(kit, await kit.logIn());
    const { wallets } = await call(kit.client, listWallets, {});
    const { accounts } = await call(kit.client, listWalletAccounts, { walletId: wallets[0]?.walletId ?? '' });
    await bob.proposePayload({ signWith: accounts[0]?.address ?? '', ...parameters });
    render(<ApprovalsInbox />, { wrapper: kit.wrapper });
  }

  test('a text is calm, and stands as it is signed', async () => {
    const payload = 'Hello from Acme.';
    await openPayload({ payload, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' });
    const card = await openCard(/^Sign a message with 0x/);
    expect(screen.queryByText('Danger')).toBeNull();
    expect(within(card).getByRole('region', { name: 'What you sign' })).toHaveTextContent(payload);
    await userEvent.click(within(card).getByRole('button', { name: /^Approve: / }));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved.'));
  });

  test('typed data have their fields, and danger where nothing else is known of them', async () => {
    const data = {
      domain: { name: 'Shop', chainId: 8453 },
      types: { Order: [{ name: 'item', type: 'string' }] },
      primaryType: 'Order',
      message: { item: 'Hat' },
    };
    const payload = JSON.stringify(data);
    await openPayload({ payload, encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' });
    const card = await openCard('Sign something we can’t read');
    for (const text of ['Base', 'message.item: string', 'Hat']) expect(within(card).getByText(text)).toBeVisible();
    expect(within(card).getByRole('checkbox')).not.toBeChecked();
  });

  test('several typed data are numbered, each with what it would do and all its facts', async () => {
    const kit = await openKit();
    const session = await kit.logIn();
    const bob = await secondRoot(kit, session);
    const { wallets } = await call(kit.client, listWallets, {});
    const { accounts } = await call(kit.client, listWalletAccounts, { walletId: wallets[0]?.walletId ?? '' });
    const signWith = accounts[0]?.address ?? '';
    const permit = (value: string) => {
      const until = 1_900_000_000;
      return typedData('Permit', { owner: signWith, spender: to, value, nonce: 0, deadline: until }, token);
    };
    const order = { ...permit('1'), types: { Order: [{ name: 'item', type: 'string' }] }, primaryType: 'Order' };
    const details = [token, to].map((each) => ({ token: each, amount: '7', expiration: 1_900_000_000, nonce: 0 }));
    const several = typedData('PermitBatch', { details, spender: to, sigDeadline: 1_900_000_000 });
    const payloads = [permit('1500000'), { ...order, message: { item: 'Hat' } }, several].map((each) =>
      JSON.stringify(each),
    );
    const form = { encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' } as const;
    await bob.proposePayloads({ signWith, payloads, ...form });
    render(<ApprovalsInbox />, { wrapper: kit.wrapper });
    const card = await openCard('Sign 3 requests');
    await within(card).findByText('Ethereum 1');
    const rows = within(card)
      .getAllByRole('term')
      .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    expect(rows.slice(0, 2)).toEqual([`From Ethereum 1${signWith}`, '1. Let 0x9955…40b2 spend 1.5 USDC']);
    expect(rows).toContainEqual(expect.stringContaining(`To ${to}`));
    expect(rows).toContain('2. Sign something we can’t read');
    const numbers = rows.map((row) => row.split(' ')[0]).filter((label) => /^[\d.]+$/.test(label ?? ''));
    expect(numbers).toEqual(['1.', '2.', '3.', '3.1.', '3.2.']);
    expect(within(card).getByText(/^2\. We can’t tell/)).toBeVisible();
    expect(within(card).getByText('2: message.item: string')).toBeVisible();
    expect(within(card).getByRole('checkbox')).not.toBeChecked();
  });

  test('a hash is what nobody can read', async () => {
    const hash = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_NO_OP' } as const;
    await openPayload({ payload: 'ab'.repeat(32), ...hash });
    const card = await openCard('Sign something we can’t read');
    expect(within(card).getByText(/^We can’t tell what this does/)).toBeVisible();
  });
});

test('what signs nothing opens into the same card, with its facts', async () => {
  const kit = await openKit();
  const session = await kit.logIn();
  await secondRoot(kit, session);
  const condition = "activity.kind == 'SIGN_TRANSACTION'";
  const policy = { policyName: 'Bob signs', effect: 'EFFECT_ALLOW', condition, consensus: 'true', notes: '' } as const;
  await call(kit.client, createPolicy, policy).catch(() => undefined); // it waits for Bob
  render(<ApprovalsInbox />, { wrapper: kit.wrapper });
  const card = await openCard('Create policy “Bob signs”');
  for (const text of ['Effect', 'ALLOW', 'Condition', condition, 'Consensus', 'true'])
    expect(within(card).getByText(text)).toBeVisible();
  expect(within(card).queryByRole('button', { name: /^Approve/ })).toBeNull();
  expect(within(card).getByRole('button', { name: /^Reject: / })).toBeVisible();
});

test('T-62 characters that nobody sees are shown by their numbers in the details', async () => {
  const kit = await openKit();
  const bob = await secondRoot(kit, await kit.logIn());
  await bob.proposePayment('0x99\u202e4321', '0x00');
  render(<ApprovalsInbox />, { wrapper: kit.wrapper });
  const card = await openCard();
  await userEvent.click(within(card).getByText('Details'));
  expect(within(card).getByText('0x994321')).toBeVisible();
  expect(card).toHaveTextContent('"signWith": "0x99\\u202e4321"');
});
