import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import { createWalletAccounts } from '../../../../src/contract/wallets.js';
import { listWallets } from '../../../../src/contract/wallets.queries.js';
import { order, orderDescriptor } from '../../../support/describedExamples.js';
import { button, enabled, openWallet, refusal, to } from './openWallet.js';

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

test('the buttons stay where they are when the name of the account comes', async () => {
  const { enter, request, service } = await openWallet();
  const from = await enter();
  let answerAccounts = () => {};
  service.failures.next('list_wallet_accounts', { until: new Promise<void>((resolve) => (answerAccounts = resolve)) });
  const answer = refusal(request('eth_sendTransaction', { from, to, value: '0x1' }));
  await expect.element(page.getByText('first time')).toBeVisible();
  const card = () => document.querySelector('[data-latchkey="confirm"]')?.getBoundingClientRect().height;
  const before = card();
  expect(page.getByText('Ethereum 1').query()).toBeNull();
  answerAccounts();
  await expect.element(page.getByText('Ethereum 1')).toBeVisible();
  expect(card()).toBe(before);
  await button('Reject').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
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
