import { act } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import type { Client } from '../../../../src/client/createClient.js';
import { logout } from '../../../../src/client/session/logout.js';
import { listActivities } from '../../../../src/contract/activities.queries.js';
import { secondRoot } from '../../../support/secondRoot.js';
import { button, enabled, openWallet, refusal, title, to } from './openWallet.js';

const dialog = () => page.getByRole('dialog');
const isGone = () => expect.element(dialog()).not.toBeInTheDocument();
const progress = () =>
  expect.poll(() => document.querySelector('[data-latchkey="confirm"]')?.getAttribute('data-progress'));

async function confirm(name = 'Confirm'): Promise<void> {
  await enabled(name);
  await button(name).click();
}

/** A node that keeps its answer to a method until it is let go. */
function holding(held: string) {
  let release = () => {};
  const isFree = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  let heard = 0;
  const before = (method: string) => {
    if (method !== held) return undefined;
    heard += 1;
    return isFree;
  };
  return { release: () => release(), before, isAsked: () => expect.poll(() => heard).toBe(1) };
}

/** How many signatures the person's organization has. */
async function signed(client: Client): Promise<number> {
  const { activities } = await call(client, listActivities, {});
  return activities.filter(({ type, status }) => type.includes('_SIGN_') && status.endsWith('COMPLETED')).length;
}

describe('a logout', () => {
  test('while the person is asked ends the request: nothing is signed', async () => {
    const { enter, request, client, node } = await openWallet();
    const answer = refusal(request('eth_sendTransaction', { from: await enter(), to, value: '0x1' }));
    await enabled('Confirm');
    await act(() => logout(client));
    expect(await answer).toEqual([4100, 'SESSION_ENDED']);
    await isGone();
    expect(node.sent).toEqual([]);
    await enter();
    expect(await signed(client)).toBe(0);
  });

  test('before a confirmed transaction is signed ends it: nothing is signed, nor by the next login', async () => {
    const { release, before, isAsked } = holding('eth_getTransactionCount');
    const { enter, request, client, node } = await openWallet({ before });
    const answer = refusal(request('eth_sendTransaction', { from: await enter(), to, value: '0x1' }));
    await confirm();
    await isAsked();
    await act(() => logout(client));
    await isGone();
    release();
    expect(await answer).toEqual([4100, expect.stringMatching(/^SESSION_/)]);
    await enter();
    expect([node.sent.length, await signed(client)]).toEqual([0, 0]);
  });

  test('while a transaction is being sent takes the dialog away: it is signed and sent once, and the page is told', async () => {
    const { release, before, isAsked } = holding('eth_sendRawTransaction');
    const { enter, request, client, node } = await openWallet({ before });
    const answer = request('eth_sendTransaction', { from: await enter(), to, value: '0x1' });
    await confirm();
    await isAsked();
    await act(() => logout(client));
    await isGone();
    release();
    expect(await answer).toMatch(/^0x[\da-f]{64}$/);
    await enter();
    await request('eth_requestAccounts');
    expect([node.sent.length, await signed(client)]).toEqual([1, 1]);
    expect(dialog().query()).toBeNull();
  });

  test('while others must agree ends it: what they approve later is not sent', async () => {
    const wallet = await openWallet();
    const { request, client, node } = wallet;
    const from = await wallet.enter();
    const { active } = await client.sessions.current();
    const bob = await secondRoot(wallet, { organizationId: active?.organizationId ?? '' });
    const answer = refusal(request('eth_sendTransaction', { from, to, value: '0x1' }));
    await confirm();
    await progress().toBe('waiting');
    await act(() => logout(client));
    await isGone();
    expect(await answer).toEqual([-32000, 'ACTIVITY_NEEDS_APPROVAL']);
    await bob.approveAll();
    await wallet.enter();
    expect(node.sent).toEqual([]);
  });
});

describe('another person', () => {
  test('who logs in is told to the page, and what the first one was asked ends', async () => {
    const { enter, request, provider, logIn } = await openWallet();
    const own = await enter();
    const told: unknown[] = [];
    provider.on('accountsChanged', (accounts) => told.push(accounts));
    const answer = refusal(request('personal_sign', 'hello', own));
    await expect.element(title('Sign a message')).toBeVisible();
    await act(async () => void (await logIn('bob@example.com')));
    expect(await answer).toEqual([4100, 'SESSION_ENDED']);
    await isGone();
    const [others] = (await request('eth_accounts')) as readonly string[];
    expect(others).not.toBe(own);
    await expect.poll(() => told).toEqual([[others]]);
    expect(await refusal(request('personal_sign', 'hello', own))).toEqual([4100, 'NOT_CONNECTED']);
  });
});

describe('a text as long as one can be, on a narrow page', () => {
  const most = 32_768 - '\x19Ethereum Signed Message:\n32737'.length;
  const lines = Array.from({ length: 1_500 }, (_, at) => `${String(at).padStart(5, '0')} ${'word '.repeat(7)}`);
  const long = { 'of many lines': lines.join('\n').slice(0, most), 'without a space': 'x'.repeat(most) };

  test.each(Object.entries(long))('%s is read to its end, rejected and signed by keyboard', async (_, message) => {
    await page.viewport(320, 640);
    onTestFinished(() => page.viewport(414, 896));
    const { enter, request } = await openWallet();
    const address = await enter();
    const ask = () => request('personal_sign', message, address);

    const first = refusal(ask());
    await expect.element(title('Sign a message')).toHaveFocus();
    const box = page.getByRole('region', { name: 'What you sign' });
    expect(box.element().textContent).toBe(message);
    const card = document.querySelector('[data-latchkey="confirm"]') as HTMLElement;
    expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await userEvent.keyboard('{Tab}');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Reject')).toHaveFocus();
    const { top, bottom } = button('Reject').element().getBoundingClientRect();
    expect([top >= 0, bottom <= 640]).toEqual([true, true]);
    await userEvent.keyboard('{Enter}');
    expect(await first).toEqual([4001, 'REQUEST_REJECTED']);

    const second = ask();
    await expect.element(title('Sign a message')).toHaveFocus();
    await userEvent.keyboard('{Tab}{End}');
    await enabled('Sign');
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    expect(await second).toMatch(/^0x[\da-f]{130}$/);
    await isGone();
  });
});

test('what is done can be closed at once', async () => {
  const { enter, request } = await openWallet();
  const answer = request('personal_sign', 'hello', await enter());
  await confirm('Sign');
  expect(await answer).toMatch(/^0x/);
  await progress().toBe('done');
  await userEvent.keyboard('{Escape}');
  await isGone();
});
