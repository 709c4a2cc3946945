import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { prepareTransaction } from '../../../../src/adapters/ethereum/prepareTransaction.js';
import { sendPrepared } from '../../../../src/adapters/ethereum/sendPrepared.js';
import { prepareSolTransfer, sendSolTransfer } from '../../../../src/adapters/solana/solTransfer.js';
import { call } from '../../../../src/client/call.js';
import { languages } from '../../../../src/contract/language.js';
import { signTransaction } from '../../../../src/contract/signing.js';
import { listWalletAccounts } from '../../../../src/contract/wallets.queries.js';
import type { Kit } from '../../hooks/kit.js';
import { fakeNode } from './fakeNode.js';
import { chains, openHome } from './openHome.js';

const to = '0x9955999999999999999999999999999999999999';
/** 0.25 of the coin of Base, to that address. */
const unsent = `02f182210580843b9aca0084a3e9ab8082520994${to.slice(2)}8803782dace9d9000080c0`;

async function addressOn(chain: string, { client }: Kit): Promise<string> {
  const { accounts } = await call(client, listWalletAccounts, {});
  return accounts.find(({ addressFormat }) => addressFormat.endsWith(chain))?.address ?? '';
}

const within = ({ client }: Kit) => ({ ...client, settings: { ...client.settings, chains } });

async function sendEther(kit: Kit, value: bigint): Promise<void> {
  const from = (await addressOn('ETHEREUM', kit)) as `0x${string}`;
  const prepared = await prepareTransaction(within(kit), { chainId: 8453, from, to, value });
  await sendPrepared(within(kit), prepared, { isReviewed: true });
}

async function sendSol(kit: Kit): Promise<void> {
  const from = await addressOn('SOLANA', kit);
  const wanted = { chainId: 'solana:devnet', from, to: 'Vote111111111111111111111111111111111111111' } as const;
  const prepared = await prepareSolTransfer(within(kit), { ...wanted, amount: 1_000_000_000n });
  await sendSolTransfer(within(kit), prepared, kit.client.sessions.getSnapshot().active);
}

async function signOnly(kit: Kit): Promise<void> {
  const signWith = await addressOn('ETHEREUM', kit);
  const type = 'TRANSACTION_TYPE_ETHEREUM';
  await call(kit.client, signTransaction, { signWith, type, unsignedTransaction: unsent });
}

const activity = (name = 'Activity') => page.getByRole('tab', { name }).click();
const row = (title: RegExp) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

test.each([
  ['Ethereum', (kit: Kit) => sendEther(kit, 10n ** 18n), /^Send 1 ETH/],
  ['Solana', sendSol, /^Send 1 SOL/],
])(
  'a payment on %s is done once it is in a block, and not before',
  async (_, send, title) => {
    const node = fakeNode();
    await openHome({ before: send });
    await activity();
    await expect.element(row(title)).toHaveTextContent(/ · sent, not confirmed yet$/);
    node.status = 'success';
    await expect.element(row(title), { timeout: 20_000 }).toHaveTextContent(/ · done$/);
  },
  40_000,
);

test.each([
  ['Ethereum', (kit: Kit) => sendEther(kit, 10n ** 18n), /^Send 1 ETH/],
  ['Solana', sendSol, /^Send 1 SOL/],
])('a payment that failed in its block on %s is never done', async (_, send, title) => {
  const node = fakeNode();
  node.status = 'reverted';
  await openHome({ before: send });
  await activity();
  await expect.element(row(title)).toHaveTextContent(/ · failed on the network$/);
  await expect.element(row(title)).toHaveAttribute('data-state', 'reverted');
});

test('a transaction that no node knows was signed, and perhaps not sent', async () => {
  fakeNode();
  await openHome({ before: signOnly });
  await activity();
  await expect.element(row(/^Send 0.25 ETH/)).toHaveTextContent(/ · signed$/);
});

test('without chains, nothing is asked and a transaction was signed', async () => {
  const node = fakeNode();
  await openHome({ settings: { chains: [] }, before: signOnly });
  await activity();
  await expect.element(row(/^Send 0.25 ETH/)).toHaveTextContent(/ · signed$/);
  expect(node.asked).toEqual([]);
});

test('what was sent from this device says so where the node does not answer, and what was signed, that', async () => {
  const node = fakeNode();
  node.status = 'success';
  await openHome({
    async before(kit) {
      await signOnly(kit);
      await sendEther(kit, 10n ** 18n);
      node.isReachable = false;
    },
  });
  await activity();
  await expect.element(row(/^Send 1 ETH/)).toHaveTextContent(/ · sent, not confirmed yet$/);
  await expect.element(row(/^Send 0.25 ETH/)).toHaveTextContent(/ · signed$/);
  node.isReachable = true;
  await expect.element(row(/^Send 1 ETH/), { timeout: 20_000 }).toHaveTextContent(/ · done$/);
}, 40_000);

test('the node of another chain says nothing of a payment', async () => {
  const node = fakeNode();
  node.status = 'success';
  await openHome({
    async before(kit) {
      await sendEther(kit, 10n ** 18n);
      node.chainId = 10;
    },
  });
  await activity();
  await expect.element(row(/^Send 1 ETH/)).toHaveTextContent(/ · sent, not confirmed yet$/);
});

test('a chain is asked once for all payments, and no more for those that are in a block', async () => {
  const node = fakeNode();
  node.status = 'success';
  await openHome({
    async before(kit) {
      for (const ether of [1n, 2n, 3n]) await sendEther(kit, ether * 10n ** 17n);
    },
  });
  const receipts = () => node.asked.filter((methods) => methods.includes('eth_getTransactionReceipt'));
  const before = receipts().length;
  await activity();
  for (const amount of ['0.1', '0.2', '0.3'])
    await expect.element(row(new RegExp(`^Send ${amount} ETH`))).toHaveTextContent(/ · done$/);
  expect(receipts().length - before).toBe(1);
  expect(
    receipts()
      .at(-1)
      ?.filter((method) => method === 'eth_getTransactionReceipt'),
  ).toHaveLength(3);
  await activity('Accounts');
  await activity();
  await expect.element(row(/^Send 0.3 ETH/)).toHaveTextContent(/ · done$/);
  expect(receipts().length - before).toBe(1);
});

test.each(languages)('in %s the longest state fits into 320 pixels', async (language) => {
  await page.viewport(320, 800);
  fakeNode();
  await openHome({ settings: { language }, before: (kit) => sendEther(kit, 10n ** 18n) });
  await page.getByRole('tab').last().click();
  await expect.poll(() => document.querySelector('[data-part="item"]')?.getAttribute('data-state')).toBe('sent');
  await expect.poll(() => document.querySelector('[data-words]')).toBe(null);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(1280, 800);
});
