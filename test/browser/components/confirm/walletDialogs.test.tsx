import { act, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import { logout } from '../../../../src/client/session/logout.js';
import { createWalletAccounts } from '../../../../src/contract/wallets.js';
import { listWallets } from '../../../../src/contract/wallets.queries.js';
import { verifyEthereumMessage } from '../../../../src/crypto/ethereum.js';
import { order, orderDescriptor } from '../../../support/describedExamples.js';
import { typedData } from '../../../support/standardTypedData.js';
import { openWallet, refusal } from './openWallet.js';

const to = `0x${'bb'.repeat(20)}`;
const other = `0x${'cc'.repeat(20)}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const title = (name: string) => page.getByRole('heading', { name });
const enabled = (name: string) => expect.poll(() => button(name).element().getAttribute('aria-disabled')).toBe('false');

describe('a text', () => {
  test('is shown as it is, and signed after a press', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const answer = request('personal_sign', 'Hello \u202eworld', address);
    await expect.element(title('Sign a message')).toHaveFocus();
    await expect.element(page.getByRole('region', { name: 'What you sign' })).toHaveTextContent('Hello \\u202eworld');
    await enabled('Sign');
    await button('Sign').click();
    const signature = await answer;
    expect(await verifyEthereumMessage({ address, message: 'Hello \u202eworld', signature })).toBe(true);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('is not signed by a click that was meant for something else', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    let isSigned = false;
    const answer = refusal(request('personal_sign', 'hello', address)).finally(() => {
      isSigned = true;
    });
    await expect.element(button('Sign')).toBeInTheDocument();
    (button('Sign').element() as HTMLButtonElement).click();
    await expect.element(title('Sign a message')).toBeVisible();
    expect(isSigned).toBe(false);
    await enabled('Sign');
    await button('Reject').click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  });

  test('that is longer than its box is read to its end first', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const answer = request('personal_sign', 'a line\n'.repeat(100), address);
    const box = page.getByRole('region', { name: 'What you sign' });
    await expect.element(box).toHaveAccessibleDescription('Read to the end to continue.');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(button('Sign').element().getAttribute('aria-disabled')).toBe('true');
    box.element().scrollTop = 100_000;
    await enabled('Sign');
    await button('Sign').click();
    expect(await answer).toMatch(/^0x[\da-f]{130}$/);
  });
});

describe('a transaction', () => {
  const send = (from: string, more: object) => ({ from, to, ...more });

  test('says what it does, where, and what it costs at most, and is sent after a press', async () => {
    const { enter, request, node } = await openWallet();
    const address = await enter();
    const answer = request('eth_sendTransaction', send(address, { value: '0x14d1120d7b160000' }));
    await expect.element(title('Send 1.5 ETH (Base) to 0xbbbb…bbbb')).toHaveFocus();
    for (const fact of [address, to, 'Base', 'at most 0.000063 ETH', 'first time'])
      await expect.element(page.getByText(fact, { exact: true }).first()).toBeVisible();
    await enabled('Confirm');
    await button('Confirm').click();
    expect(await answer).toMatch(/^0x[\da-f]{64}$/);
    expect(node.sent).toHaveLength(1);
  });

  test('of a token that only its own contract names tells the name in quotes, beside the contract’s address', async () => {
    const { enter, request } = await openWallet({ token: { symbol: 'ACME', decimals: 6 } });
    const address = await enter();
    const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${(1_500_000).toString(16).padStart(64, '0')}`;
    const answer = refusal(request('eth_sendTransaction', send(address, { to: other, data })));
    await expect.element(title('Send 1.5 “ACME” (Base) to 0xbbbb…bbbb')).toBeVisible();
    for (const fact of [other, 'unverified token'])
      await expect.element(page.getByText(fact, { exact: true }).first()).toBeVisible();
    await button('Reject').click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  });

  test('whose token’s contract bears the name of a known one is told in smallest units', async () => {
    const { enter, request } = await openWallet({ token: { symbol: 'USDC', decimals: 18 } });
    const address = await enter();
    const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${(1_500_000).toString(16).padStart(64, '0')}`;
    const answer = refusal(request('eth_sendTransaction', send(address, { to: other, data })));
    await expect
      .element(title('Send 1,500,000 smallest units of token 0xcccc…cccc (Base) to 0xbbbb…bbbb'))
      .toBeVisible();
    await button('Reject').click();
    await answer;
  });

  test('with danger makes the way out the first, and asks for a tick', async () => {
    const { enter, request, node } = await openWallet();
    const address = await enter();
    const data = `0x095ea7b3${other.slice(2).padStart(64, '0')}${'f'.repeat(64)}`; // approve(address,uint256)
    const answer = request('eth_sendTransaction', send(address, { data }));
    await expect.element(page.getByText('They could take all of this token, at any time.')).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 600));
    await button('Confirm').click({ force: true });
    expect(node.sent).toEqual([]);
    await page.getByRole('checkbox', { name: 'I understand' }).click();
    await button('Confirm').click();
    expect(await answer).toMatch(/^0x/);
    expect(node.sent).toHaveLength(1);
  });

  test.each([
    ['Sign something we can’t read', { to, data: '0x12345678' }],
    ['Create a contract', { to: undefined, data: '0x6000' }],
  ])('that cannot be read says so: %s', async (name, more) => {
    const { enter, request } = await openWallet();
    const answer = refusal(request('eth_sendTransaction', send(await enter(), more)));
    await expect.element(title(name)).toBeVisible();
    await button('Reject').click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  });
});

test('typed data are shown field by field', async () => {
  const { enter, request } = await openWallet();
  const address = await enter();
  const data = {
    domain: { name: 'Shop', chainId: 1 },
    types: { Order: [{ name: 'item', type: 'string' }] },
    primaryType: 'Order',
    message: { item: 'Hat' },
  };
  const answer = request('eth_signTypedData_v4', address, JSON.stringify(data));
  for (const text of [
    'domain.name: string',
    'Shop',
    'message.item: string',
    'Hat',
    'This is for another network than the one you use here.',
  ])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await page.getByRole('checkbox').click();
  await enabled('Sign');
  await button('Sign').click();
  expect(await answer).toMatch(/^0x[\da-f]{130}$/);
});

describe('typed data of a standard', () => {
  const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
  const onBase = (standard: Parameters<typeof typedData>[0], message: object, token?: string) => {
    const data = typedData(standard, message as Record<string, unknown>, token);
    return JSON.stringify({ ...data, domain: { ...data.domain, chainId: 8453 } });
  };
  const permit = (owner: string, change: object = {}) =>
    onBase('Permit', { owner, spender: to, value: '1500000', nonce: 0, deadline: 1_900_000_000, ...change }, usdc);

  test('say in a sentence what they let happen, and until when', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const answer = request('eth_signTypedData_v4', address, permit(address));
    await expect.element(title('Let 0xbbbb…bbbb spend 1.5 USDC (Base)')).toHaveFocus();
    for (const fact of [address, to, 'Can be used until', /2030/, 'Permission ends', 'never', 'first time'])
      await expect.element(page.getByText(fact, { exact: true }).first()).toBeVisible();
    expect(page.getByRole('checkbox').query()).toBeNull();
    await enabled('Sign');
    await button('Sign').click();
    expect(await answer).toMatch(/^0x[\da-f]{130}$/);
  });

  test('without limit and without end ask for a tick', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const most = (2n ** 256n - 1n).toString();
    const answer = refusal(request('eth_signTypedData_v4', address, permit(address, { value: most, deadline: most })));
    await expect.element(title('Let 0xbbbb…bbbb spend an unlimited amount of USDC (Base)')).toBeVisible();
    await expect.element(page.getByText('This never expires: it can be used at any time.')).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
    await button('Reject').click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  });

  test('several permissions have a line each', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const details = [
      { token: usdc, amount: '1500000', expiration: 1_900_000_000, nonce: 0 },
      { token: other, amount: '7', expiration: 1_900_000_000, nonce: 0 },
    ];
    const data = onBase('PermitBatch', { details, spender: to, sigDeadline: 1_900_000_000 });
    const answer = refusal(request('eth_signTypedData_v4', address, data));
    await expect.element(title('Let 0xbbbb…bbbb take 2 tokens')).toBeVisible();
    for (const line of [
      'Let 0xbbbb…bbbb spend 1.5 USDC (Base)',
      'Let 0xbbbb…bbbb spend 7 smallest units of token 0xcccc…cccc (Base)',
    ])
      await expect.element(page.getByText(line, { exact: true })).toBeVisible();
    await button('Reject').click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  });

  test('of tokens that say the same name of themselves, each line has its contract', async () => {
    const { enter, request } = await openWallet({ token: { symbol: 'ACME', decimals: 6 } });
    const address = await enter();
    const details = [other, `0x${'dd'.repeat(20)}`].map((token, at) => ({
      ...{ token, amount: `${at + 1}500000`, expiration: 1_900_000_000, nonce: 0 },
    }));
    const data = onBase('PermitBatch', { details, spender: to, sigDeadline: 1_900_000_000 });
    const answer = refusal(request('eth_signTypedData_v4', address, data));
    await expect.element(title('Let 0xbbbb…bbbb take 2 tokens')).toBeVisible();
    const rows = page
      .getByRole('definition')
      .elements()
      .map(({ textContent }) => textContent);
    expect(rows).toContain(`Let 0xbbbb…bbbb spend 1.5 “ACME” (Base)${details[0]?.token} unverified token`);
    expect(rows).toContain(`Let 0xbbbb…bbbb spend 2.5 “ACME” (Base)${details[1]?.token} unverified token`);
    await button('Reject').click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  });

  test('of another owner are shown field by field', async () => {
    const { enter, request } = await openWallet();
    const answer = refusal(request('eth_signTypedData_v4', await enter(), permit(other)));
    await expect.element(title('Sign something we can’t read')).toBeVisible();
    await button('Reject').click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  });
});

test('an address that looks like an own one stands beside it, with the part that differs in bold', async () => {
  const { enter, request } = await openWallet();
  const address = await enter();
  const like = `${address.slice(0, 6)}${'12'.repeat(16)}${address.slice(-4)}`.toLowerCase();
  const answer = refusal(request('eth_sendTransaction', { from: address, to: like, value: '0x1' }));
  await expect.element(page.getByText(/^This address looks like one you know/)).toBeVisible();
  await expect.element(page.getByText('Looks like', { exact: true })).toBeVisible();
  const bold = [...document.querySelectorAll('[data-latchkey="confirm"] strong')].map((each) => each.textContent);
  expect(bold).toHaveLength(2);
  expect(like).toContain(bold[0]);
  expect(address).toContain(bold[1]);
  await expect.element(page.getByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
  await button('Reject').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
});

test('so does one that looks like the last of many', async () => {
  const { client, enter, request } = await openWallet();
  const from = await enter();
  const [own] = (await call(client, listWallets, {})).wallets;
  const accounts = Array.from({ length: 20 }, (_, at) => ({
    curve: 'CURVE_SECP256K1' as const,
    pathFormat: 'PATH_FORMAT_BIP32' as const,
    path: `m/44'/60'/0'/0/${at + 1}`,
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
  }));
  const { addresses } = await call(client, createWalletAccounts, { walletId: own?.walletId ?? '', accounts });
  const last = addresses.at(-1) ?? '';
  const like = `${last.slice(0, 6)}${'12'.repeat(16)}${last.slice(-4)}`.toLowerCase();
  const answer = refusal(request('eth_sendTransaction', { from, to: like, value: '0x1' }));
  await expect.element(page.getByText('Looks like', { exact: true })).toBeVisible();
  await expect.element(page.getByText(last, { exact: true })).toBeVisible();
  await button('Reject').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
});

test('so does a field of typed data that nobody can read', async () => {
  const { enter, request } = await openWallet();
  const address = await enter();
  const seller = `${address.slice(0, 6)}${'12'.repeat(16)}${address.slice(-4)}`;
  const types = {
    Order: [{ name: 'sellers', type: 'Seller[]' }],
    Seller: [{ name: 'to', type: 'address' }],
  };
  const message = { sellers: [{ to }, { to: seller }] };
  const data = { domain: { name: 'Shop' }, types, primaryType: 'Order', message };
  const answer = refusal(request('eth_signTypedData_v4', address, data));
  await expect.element(page.getByText('Looks like', { exact: true })).toBeVisible();
  const facts = [...document.querySelectorAll('[data-part="rows"] > [data-part="row"]')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(facts.slice(-2)).toEqual([
    ['message.sellers[1].to: address', seller.toLowerCase()],
    ['Looks like', address],
  ]);
  for (const label of document.querySelectorAll('[data-part="rows"] [data-part="label"]'))
    expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth);
  await button('Reject').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
});

test('a yes waits until the addresses to compare with are there, and not for those that are refused', async () => {
  const { enter, request, service, node } = await openWallet();
  const address = await enter();
  let answerActivities = () => {};
  const until = new Promise<void>((resolve) => (answerActivities = resolve));
  service.failures.next('list_wallet_accounts', { refuse: 'NOT_AUTHORIZED' }, 20);
  service.failures.next('list_activities', { until });
  const answer = request('eth_sendTransaction', { from: address, to, value: '0x1' });
  await expect.element(button('Confirm')).toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(button('Confirm').element().getAttribute('aria-disabled')).toBe('true');
  answerActivities();
  await enabled('Confirm');
  await button('Confirm').click();
  expect(await answer).toMatch(/^0x[\da-f]{64}$/);
  expect(node.sent).toHaveLength(1);
});

test('so does a number that a descriptor shows as an address', async () => {
  const descriptor = orderDescriptor([{ path: 'amount', label: 'Buyer', format: 'addressName' }]);
  const descriptors = JSON.parse(JSON.stringify([descriptor]).replace('"chainId":1', '"chainId":8453'));
  const { enter, request } = await openWallet({ descriptors });
  const address = await enter();
  const buyer = `${address.slice(0, 6)}${'12'.repeat(16)}${address.slice(-4)}`.toLowerCase();
  const data = order({ amount: BigInt(buyer).toString() });
  const onThisChain = { ...data, domain: { ...data.domain, chainId: 8453 } };
  const answer = refusal(request('eth_signTypedData_v4', address, onThisChain));
  await expect.element(page.getByText('Looks like', { exact: true })).toBeVisible();
  const facts = [...document.querySelectorAll('[data-part="rows"] > [data-part="row"]')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  const at = facts.findIndex(([label]) => label === 'Buyer');
  expect(facts.slice(at, at + 2)).toEqual([
    ['Buyer', buyer],
    ['Looks like', address],
  ]);
  await button('Reject').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
});

test('Escape rejects, and so does the cross', async () => {
  const { enter, request } = await openWallet();
  const address = await enter();
  for (const leave of [() => userEvent.keyboard('{Escape}'), () => button('Close').click()]) {
    const answer = refusal(request('personal_sign', 'hello', address));
    await expect.element(title('Sign a message')).toBeVisible();
    await leave();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  }
});

test('requests come one after the other, and the eleventh does not wait', async () => {
  const { enter, request } = await openWallet();
  const address = await enter();
  const answers = Array.from({ length: 11 }, (_, at) => refusal(request('personal_sign', `text ${at}`, address)));
  await expect.element(page.getByText('1 of 10')).toBeVisible();
  expect(await answers.pop()).toEqual([-32002, 'TOO_MANY_REQUESTS']);
  for (const [at, answer] of answers.entries()) {
    await expect.element(page.getByText(`text ${at}`, { exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  }
});

test('a request ends with its session', async () => {
  const { enter, request, client } = await openWallet();
  const answer = refusal(request('personal_sign', 'hello', await enter()));
  await expect.element(title('Sign a message')).toBeVisible();
  await act(() => logout(client));
  expect(await answer).toEqual([4100, 'SESSION_ENDED']);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

describe('where nobody is logged in', () => {
  test('a page that asks for accounts opens the login, and gets them', async () => {
    const { request, service, provider } = await openWallet();
    const told: unknown[] = [];
    provider.on('connect', (info) => told.push(info));
    expect(await request('eth_accounts')).toEqual([]);
    const answer = request('eth_requestAccounts');
    await page.getByLabelText('Email address').fill('ada@example.com');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText(/^\d-digit code$/)).toHaveFocus();
    await userEvent.keyboard(service.inbox.lastCode('ada@example.com') ?? '');
    expect(await answer).toEqual([expect.stringMatching(/^0x/)]);
    expect(told).toEqual([{ chainId: '0x2105' }]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('a closed login is a no', async () => {
    const { request } = await openWallet();
    const answer = refusal(request('eth_requestAccounts'));
    await expect.element(page.getByLabelText('Email address')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await answer).toEqual([4001, 'LOGIN_CLOSED']);
  });
});

test('without its style sheet a request can only be rejected', async () => {
  const { enter, request } = await openWallet();
  const address = await enter();
  const sheets = [...document.styleSheets].filter(({ cssRules }) =>
    [...cssRules].some(({ cssText }) => cssText.includes('--lk-confirm')),
  );
  for (const sheet of sheets) sheet.disabled = true;
  try {
    const answer = refusal(request('personal_sign', 'hello', address));
    await expect.element(button('Sign')).toBeInTheDocument();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(button('Sign').element().getAttribute('aria-disabled')).toBe('true');
    (button('Reject').element() as HTMLButtonElement).click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  } finally {
    for (const sheet of sheets) sheet.disabled = false;
  }
});

test('it speaks the language of the settings, in its direction', async () => {
  const { enter, request } = await openWallet({ language: 'ar' });
  const answer = refusal(request('personal_sign', 'hello', await enter()));
  await waitFor(() => expect(document.querySelector('[data-latchkey="confirm"]')?.getAttribute('dir')).toBe('rtl'));
  await expect.element(title('توقيع رسالة')).toBeVisible();
  await button('رفض').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
});
