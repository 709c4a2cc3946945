import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import { listWalletAccounts } from '../../../../src/contract/wallets.queries.js';
import { abandonedPayment } from '../../../support/abandonedPayment.js';
import { type SecondRoot, secondRoot } from '../../../support/secondRoot.js';
import type { Kit } from '../../hooks/kit.js';
import { fakeNode } from './fakeNode.js';
import { button, chains, openHome, press } from './openHome.js';

const to = '0x9955999999999999999999999999999999999999';
const heading = () => page.getByRole('heading', { name: 'Approved, not sent' });

afterEach(() => page.viewport(1280, 800));

/** Ada has sent 1 ETH and closed the page; Bob has agreed since. */
async function openApproved(decide: (bob: SecondRoot, fingerprint: string) => Promise<unknown> = agree) {
  const node = fakeNode();
  await openHome({ before: (kit) => pay(kit, decide) });
  await page.getByRole('tab', { name: 'Activity' }).click();
  return node;
}

const agree = (bob: SecondRoot, fingerprint: string) => bob.approve(fingerprint);

async function pay({ client, service }: Kit, decide: typeof agree) {
  const session = client.sessions.getSnapshot().active;
  if (!session) throw new Error('Ada is not logged in.');
  const { accounts } = await call(client, listWalletAccounts, {});
  const from = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM')?.address ?? '';
  const bob = await secondRoot({ service, client }, session);
  const own = { ...client, settings: { ...client.settings, chains } };
  const wanted = { chainId: 8453, from: from as `0x${string}`, to, value: 10n ** 18n } as const;
  const { fingerprint } = await abandonedPayment(own, wanted);
  await decide(bob, fingerprint);
}

describe('what others agreed to when the page was gone', () => {
  test('is sent by a press, byte by byte as it was signed', async () => {
    const node = await openApproved();
    await expect.element(heading()).toBeVisible();
    await new Promise((done) => setTimeout(done, 2_500));
    expect(node.sent).toHaveLength(0);
    await press(/^Send: Send 1 ETH/);
    await expect.element(page.getByText('Sent', { exact: true })).toHaveFocus();
    expect(node.sent).toHaveLength(1);
    expect(node.sent[0]).toContain(to.slice(2));
    await expect.element(heading()).not.toBeInTheDocument();
  });

  test('is discarded by nothing to oneself with its nonce, which others must agree to as well', async () => {
    let other: SecondRoot | undefined;
    const node = await openApproved(async (bob, fingerprint) => {
      await bob.approve(fingerprint);
      other = bob;
    });
    await press(/^Discard: Send 1 ETH/);
    await expect.element(page.getByText(/^Discarding costs a small fee/)).toBeVisible();
    await expect.element(page.getByText(/Fee: at most 0.000063 ETH/)).toBeVisible();
    await expect.element(button(/^Back: /)).toHaveFocus();
    await press(/^Back: /);
    await expect.element(button(/^Send: /)).toHaveFocus();
    await press(/^Discard: Send 1 ETH/);
    await expect.element(button(/^Back: /)).toHaveFocus();
    await press(/^Discard: Send 1 ETH/);
    await expect.element(page.getByText('waiting for approval').first()).toBeVisible();
    await other?.approveAll();
    await expect.element(page.getByText('Discarded once the network confirms it.')).toHaveFocus();
    expect(node.sent).toHaveLength(1);
    expect(node.sent[0]).not.toContain(to.slice(2));
    await expect.element(heading()).not.toBeInTheDocument();
  });

  test('is hidden, and stays so', async () => {
    const node = await openApproved();
    await press(/^Hide: Send 1 ETH/);
    await expect.element(page.getByText('No longer shown here.')).toHaveFocus();
    await page.getByRole('tab', { name: 'Accounts' }).click();
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect.element(page.getByRole('heading', { name: /^Send 1 ETH/ })).toBeVisible();
    await expect.element(heading()).not.toBeInTheDocument();
    expect(node.sent).toHaveLength(0);
  });

  test('says what went wrong, and can be tried again', async () => {
    const node = await openApproved();
    await expect.element(heading()).toBeVisible();
    node.refuses = 'insufficient funds for gas * price + value';
    await press(/^Send: Send 1 ETH/);
    await expect.element(page.getByText(/^The network refused this/)).toBeVisible();
    await expect.element(heading()).toBeVisible();
    node.refuses = undefined;
    await press(/^Send: Send 1 ETH/);
    await expect.element(page.getByText('Sent', { exact: true })).toHaveFocus();
    expect(node.sent).toHaveLength(1);
  });

  test.each([320, 560])('fits into %i px', async (width) => {
    await page.viewport(width, 800);
    await openApproved();
    await expect.element(heading()).toBeVisible();
    for (const name of ['Send', 'Discard', 'Hide']) {
      const { left, right, height } = button(new RegExp(`^${name}: `))
        .element()
        .getBoundingClientRect();
      expect([left >= 0, right <= width, Math.round(height) >= 44]).toEqual([true, true, true]);
    }
    await userEvent.keyboard('{Tab}');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});

test('what was refused, or what a node knows, is not listed', async () => {
  const node = await openApproved((bob, fingerprint) => bob.reject(fingerprint));
  await expect.element(page.getByRole('heading', { name: /^Send 1 ETH/ })).toBeVisible();
  await expect.element(heading()).not.toBeInTheDocument();
  expect(node.sent).toHaveLength(0);
});
