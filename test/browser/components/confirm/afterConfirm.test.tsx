import { act } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { logout } from '../../../../src/client/session/logout.js';
import { secondRoot } from '../../../support/secondRoot.js';
import { button, openWallet, refusal, to } from './openWallet.js';

const dialog = () => page.getByRole('dialog');
const status = () => page.getByRole('status');
const progress = () =>
  expect.poll(() => document.querySelector('[data-latchkey="confirm"]')?.getAttribute('data-progress'));

/** Presses Confirm by keyboard, once it works. */
async function confirm(name = 'Confirm'): Promise<void> {
  await expect.poll(() => button(name).element().getAttribute('aria-disabled')).toBe('false');
  (button(name).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

/** A node that keeps the answer to what is sent until it is let go. */
function held() {
  let release = () => {};
  const isFree = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  return { release, before: (method: string) => (method === 'eth_sendRawTransaction' ? isFree : undefined) };
}

const refuses = (method: string) =>
  method === 'eth_sendRawTransaction'
    ? Promise.resolve(Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32003, message: 'rejected' } }))
    : undefined;

describe('after Confirm', () => {
  test('the dialog is busy while the transaction is sent, then says so and closes', async () => {
    const { release, before } = held();
    const { enter, request } = await openWallet({ before });
    const answer = request('eth_sendTransaction', { from: await enter(), to, value: '0x1' });
    await confirm();
    await progress().toBe('busy');
    await expect.poll(() => button('Confirm').element().getAttribute('data-state')).toBe('busy');
    await expect.element(button('Confirm')).toHaveFocus();
    expect(button('Reject').query()).toBeNull();
    release();
    expect(await answer).toMatch(/^0x[\da-f]{64}$/);
    await expect.element(status()).toHaveTextContent('Sent');
    await progress().toBe('done');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('the card stays as it was confirmed: what it has sent is not read for it', async () => {
    const { enter, request } = await openWallet();
    const answer = request('eth_sendTransaction', { from: await enter(), to, value: '0x1' });
    await expect.element(page.getByText('first time')).toBeVisible();
    await confirm();
    await answer;
    await progress().toBe('done');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect.element(page.getByText('first time')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('it can be closed, and the transaction goes on', async () => {
    const { release, before } = held();
    const { enter, request, node } = await openWallet({ before });
    const answer = request('eth_sendTransaction', { from: await enter(), to, value: '0x1' });
    await confirm();
    await progress().toBe('busy');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    release();
    expect(await answer).toMatch(/^0x/);
    expect(node.sent).toHaveLength(1);
  });

  test('a signature is told as one', async () => {
    const { enter, request } = await openWallet();
    const answer = request('personal_sign', 'hello', await enter());
    await confirm('Sign');
    expect(await answer).toMatch(/^0x/);
    await expect.element(status()).toHaveTextContent('Signed');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('what fails says why, and stays until it is closed', async () => {
    const { enter, request } = await openWallet({ before: refuses });
    const answer = refusal(request('eth_sendTransaction', { from: await enter(), to, value: '0x1' }));
    await confirm();
    await expect.element(status()).toHaveTextContent('The network refused this. Nothing more was sent.');
    expect(await answer).toEqual([-32003, undefined]);
    await progress().toBe('failed');
    await expect.element(page.getByText('Close', { exact: true })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('it is gone when the person logs out: whoever comes next sees nothing of it', async () => {
    const { enter, request, client } = await openWallet({ before: refuses });
    const answer = refusal(request('eth_sendTransaction', { from: await enter(), to, value: '0x1' }));
    await confirm();
    await progress().toBe('failed');
    await answer;
    await act(() => logout(client));
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('the next request comes after it, and not before', async () => {
    const { release, before } = held();
    const { enter, request } = await openWallet({ before });
    const from = await enter();
    const first = request('eth_sendTransaction', { from, to, value: '0x1' });
    await expect.element(page.getByRole('heading', { name: /^Send / })).toBeVisible();
    const next = refusal(request('personal_sign', 'hello', from));
    await expect.element(page.getByText('1 of 2')).toBeVisible();
    await confirm();
    await progress().toBe('busy');
    expect(page.getByRole('heading', { name: 'Sign a message' }).query()).toBeNull();
    release();
    await first;
    await expect.element(page.getByRole('heading', { name: 'Sign a message' })).toHaveFocus();
    await button('Reject').click();
    expect(await next).toEqual([4001, 'REQUEST_REJECTED']);
  });
});

describe('where others must agree', () => {
  async function openShared() {
    const wallet = await openWallet();
    const from = await wallet.enter();
    const { active } = await wallet.client.sessions.current();
    if (!active) throw new Error('Nobody is logged in.');
    const bob = await secondRoot(wallet, active);
    return { ...wallet, from, bob, pay: () => wallet.request('eth_sendTransaction', { from, to, value: '0x1' }) };
  }

  test('the dialog says how many are missing, and closes when it is sent', async () => {
    const { pay, bob, node } = await openShared();
    const answer = pay();
    await confirm();
    await expect.element(status()).toHaveTextContent('Waiting for 1 more approval');
    await expect.element(page.getByRole('heading', { name: /^Send / })).toBeVisible();
    await expect.element(page.getByText('Close', { exact: true })).toHaveFocus();
    expect(button('Confirm').query()).toBeNull();
    await bob.approveAll();
    expect(await answer).toMatch(/^0x/);
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(node.sent).toHaveLength(1);
  });

  test('closed, it is sent all the same', async () => {
    const { pay, bob, node } = await openShared();
    const answer = pay();
    await confirm();
    await expect.element(status()).toHaveTextContent('Waiting for 1 more approval');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await bob.approveAll();
    expect(await answer).toMatch(/^0x/);
    expect(node.sent).toHaveLength(1);
  });

  test('the next request takes its place, and it goes on', async () => {
    const { pay, request, from, bob, node } = await openShared();
    const answer = pay();
    await confirm();
    await progress().toBe('waiting');
    const next = refusal(request('personal_sign', 'hello', from));
    await expect.element(page.getByRole('heading', { name: 'Sign a message' })).toBeVisible();
    await button('Reject').click();
    expect(await next).toEqual([4001, 'REQUEST_REJECTED']);
    await expect.element(dialog()).not.toBeInTheDocument();
    await bob.approveAll();
    expect(await answer).toMatch(/^0x/);
    expect(node.sent).toHaveLength(1);
  });
});
