import type { Page } from 'playwright';
import { createPublicClient, getAddress, type Hex, http } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInPage } from '../../src/testing/logInPage.js';
import type {} from './sendingPage.js';
import { type Device, openWalletBrowser, type WalletBrowser } from './walletBrowser.js';

const to = getAddress(`0x${'5a'.repeat(20)}`);

let app: WalletBrowser;
beforeAll(async () => {
  app = await openWalletBrowser('sendingPage.tsx');
});
afterAll(() => app?.close());

test('fifty sends by two tabs of a browser are mined, with fifty nonces without a gap', async () => {
  const { chain, person } = app.place;
  const { listed } = await person('ada@example.com');
  const from = getAddress(listed.address);
  const device = await app.openDevice();
  const first = await device.openTab();
  await logInPage(first, app.loopback, 'ada@example.com');
  const tabs = [first, await device.openTab()] as const;
  for (const tab of tabs) await expect.poll(() => tab.locator('#state').textContent()).toBe('logged in');

  const hashes = (await sendHalves(device, tabs, from)).flat();
  expect(new Set(hashes).size).toBe(50);
  const reader = createPublicClient({ chain, transport: http(), pollingInterval: 50 });
  for (const hash of hashes)
    expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
  const newest = await reader.getBlockNumber();
  const numbers = Array.from({ length: Number(newest) + 1 }, (_, at) => BigInt(at));
  const blocks = numbers.map((blockNumber) => reader.getBlock({ blockNumber, includeTransactions: true }));
  const mined = (await Promise.all(blocks)).flatMap(({ transactions }) => transactions);
  expect(mined.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 50 }, (_, at) => at));
  expect(new Set(mined.map(({ hash }) => hash))).toEqual(new Set(hashes));
  expect(new Set(mined.map(({ from }) => getAddress(from)))).toEqual(new Set([from]));
  expect(await reader.getBalance({ address: to })).toBe(50n);
  expect(device.errors).toEqual([]);
  await device.close();
}, 600_000);

/** Half of them by each tab. All wait for their turn before the first one has it: no tab is through before the other begins. */
async function sendHalves({ openTab }: Device, tabs: readonly [Page, Page], from: Hex) {
  const { chain } = app.place;
  const turn = `latchkey.ethereum.${chain.id}.${from.toLowerCase()}`;
  const holder = await openTab();
  await holder.evaluate(
    (name) =>
      new Promise<void>((granted) => {
        void navigator.locks.request(name, () => {
          granted();
          return new Promise(() => {}); // until the page is closed
        });
      }),
    turn,
  );
  const wanted = { chainId: chain.id, from, to, value: 1n };
  const sent = tabs.map((tab) => tab.evaluate((wanted) => sendAtOnce(wanted, 25), wanted));
  const waiting = () =>
    holder.evaluate(async (name) => {
      const { pending = [] } = await navigator.locks.query();
      return pending.filter((lock) => lock.name === name).length;
    }, turn);
  await expect.poll(waiting, { timeout: 300_000 }).toBe(50);
  await holder.close();
  return Promise.all(sent);
}
