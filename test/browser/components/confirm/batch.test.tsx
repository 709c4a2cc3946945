import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { depositData, onBase, pool } from '../../../support/describedExamples.js';
import { button, enabled, openWallet, other, refusal, to } from './openWallet.js';

const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const batch = (calls: readonly object[]) => ({ version: '2.0.0', chainId: '0x2105', atomicRequired: false, calls });
const rows = () =>
  [...document.querySelectorAll('[data-latchkey="confirm"] [data-part="rows"] > [data-part="row"]')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

test('a batch is a numbered list, each line as it would stand alone, with one fee for all', async () => {
  const { enter, request, node } = await openWallet({ mines: true });
  await enter();
  const answer = request(
    'wallet_sendCalls',
    batch([
      { to, value: '0x14d1120d7b160000' },
      { to: other, value: '0x1' },
    ]),
  );
  await expect.element(page.getByRole('heading', { name: 'Send 2 transactions' })).toHaveFocus();
  await expect.poll(() => rows().length).toBe(5);
  await expect.poll(() => rows()[0]?.[1]).toBe(`Send 1.5 ETH (Base) to 0xbbbb…bbbb${to} first time`);
  expect(rows().map(([label]) => label)).toEqual(['1.', '2.', 'From', 'Network', 'Fee']);
  expect(rows().at(-1)?.[1]).toBe('at most 0.000126 ETH');
  await enabled('Confirm');
  await button('Confirm').click();
  const { id } = (await answer) as { id: string };
  expect(id).toMatch(/^0x[\da-f]{64}$/);
  const status = async () => (await (request('wallet_getCallsStatus', id) as Promise<{ status: number }>)).status;
  expect([100, 200]).toContain(await status()); // the node may have mined both by now
  await expect.element(page.getByRole('status')).toHaveTextContent('Sent');
  expect(node.sent).toHaveLength(2);
  await expect.poll(status).toBe(200);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('one plate says which of them are dangerous, and asks for one tick', async () => {
  const { enter, request, node } = await openWallet();
  await enter();
  const data = `0x095ea7b3${other.slice(2).padStart(64, '0')}${'f'.repeat(64)}`; // approve(address,uint256)
  const answer = refusal(
    request(
      'wallet_sendCalls',
      batch([
        { to, value: '0x1' },
        { to, data },
        { to, data: '0x12345678' },
        { to, data },
      ]),
    ),
  );
  await expect.element(page.getByText('2, 4. They could take all of this token, at any time.')).toBeVisible();
  await expect.element(page.getByText(/^3\. We can’t tell what this does/)).toBeVisible();
  expect(document.querySelectorAll('[data-part="warning"]')).toHaveLength(1);
  await expect.element(page.getByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
  await button('Reject').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  expect(node.sent).toEqual([]);
});

test('while it waits for blocks it says how far it is, and can be closed', async () => {
  const { enter, request, node } = await openWallet();
  await enter();
  const answer = request(
    'wallet_sendCalls',
    batch([
      { to, value: '0x1' },
      { to, value: '0x2' },
    ]),
  );
  await enabled('Confirm');
  await button('Confirm').click();
  const { id } = (await answer) as { id: string };
  await expect.element(page.getByRole('status')).toHaveTextContent('1 of 2');
  await page.getByText('Close', { exact: true }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(await request('wallet_getCallsStatus', id)).toMatchObject({ id, status: 100, atomic: false });
  await expect.poll(() => node.sent).toHaveLength(1);
});

test('a call that a descriptor knows is told in its words, behind its number', async () => {
  const { enter, request } = await openWallet({ descriptors: onBase });
  await enter();
  const calls = [
    { to, value: '0x1' },
    { to: pool, data: depositData(usdc, other), value: '0xde0b6b3a7640000' },
    { to, data: '0x12345678' },
  ];
  const answer = refusal(request('wallet_sendCalls', batch(calls)));
  await expect.element(page.getByText(/^3\. We can’t tell what this does/)).toBeVisible();
  const own = rows().filter(([label]) => label?.startsWith('2.'));
  expect(own).toEqual([
    ['2.', `Deposit · 1 ETH${pool}`],
    ['2. Amount', '1.5 USDC'],
    ['2. Receiver', other],
    ['2. Share', '3'],
    ['2. For', `0x${'33'.repeat(20)}`],
    ['2. Described by', 'this app (Acme Pool)'],
  ]);
  await button('Reject').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
});

test('an address that looks like an own one is told in a field of a call, too', async () => {
  const { enter, request } = await openWallet({ descriptors: onBase });
  const address = await enter();
  const like = `${address.slice(0, 6)}${'12'.repeat(16)}${address.slice(-4)}`.toLowerCase();
  const calls = [
    { to, value: '0x1' },
    { to: pool, data: depositData(usdc, like) },
  ];
  const answer = refusal(request('wallet_sendCalls', batch(calls)));
  await expect.element(page.getByText(/^This address looks like one you know/)).toBeVisible();
  const at = rows().findIndex(([label]) => label === '2. Receiver');
  expect(rows().slice(at, at + 2)).toEqual([
    ['2. Receiver', like],
    ['Looks like', address],
  ]);
  await button('Reject').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
});

test('so is the contract in brackets behind an amount', async () => {
  const { enter, request } = await openWallet({ descriptors: onBase });
  const address = await enter();
  const like = `${address.slice(0, 6)}${'12'.repeat(16)}${address.slice(-4)}`.toLowerCase();
  const calls = [
    { to, value: '0x1' },
    { to: pool, data: depositData(like, other) },
  ];
  const answer = refusal(request('wallet_sendCalls', batch(calls)));
  await expect.element(page.getByText(/^This address looks like one you know/)).toBeVisible();
  const at = rows().findIndex(([label]) => label === '2. Amount');
  expect(rows().slice(at, at + 2)).toEqual([
    ['2. Amount', `1500000 (${like})`],
    ['Looks like', address],
  ]);
  const [bold] = [...document.querySelectorAll('[data-latchkey="confirm"] strong')].map((each) => each.textContent);
  expect(like.slice(6, -4)).toContain(bold);
  await button('Reject').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
});

test('a batch of one is that one, before and after Confirm', async () => {
  const { enter, request, node } = await openWallet({ mines: true });
  await enter();
  const answer = request('wallet_sendCalls', batch([{ to, value: '0x14d1120d7b160000' }]));
  await expect.element(page.getByRole('heading', { name: 'Send 1.5 ETH (Base) to 0xbbbb…bbbb' })).toBeVisible();
  await expect.poll(() => rows().map(([label]) => label)).toEqual(['From', 'To', 'Network', 'Fee']);
  expect(rows().at(-1)?.[1]).toBe('at most 0.000063 ETH');
  await page.getByText('Details').click();
  const names = [...document.querySelectorAll('[data-part="preview"] dt')].map(({ textContent }) => textContent);
  expect(names).toEqual(['chainId', 'to', 'value', 'gasLimit', 'data']);
  await enabled('Confirm');
  await button('Confirm').click();
  const { id } = (await answer) as { id: string };
  await expect.element(page.getByRole('status')).toHaveTextContent('Sent');
  expect(node.sent).toHaveLength(1);
  await expect
    .poll(async () => (await (request('wallet_getCallsStatus', id) as Promise<{ status: number }>)).status)
    .toBe(200);
});
