import { expect, test } from 'vitest';
import { openFramed } from '../../hooks/openFramed.js';
import { refusal, to } from './openWallet.js';

const script = new URL('./framedWallet.ts', import.meta.url);

async function openWallet(by: 'this origin' | 'another origin') {
  const view = await openFramed(by, script);
  const { wallet } = view;
  if (!wallet) throw new Error('There is no wallet in the frame.');
  const title = () => view.document.querySelector('dialog[open] h2')?.textContent;
  return { ...wallet, view, title, isAsked: () => view.document.querySelector('dialog') !== null };
}

const isFramed = [4001, 'FRAMED_BY_ANOTHER_ORIGIN'];

test('in a frame of another origin nobody is asked: not for a login, a text, or a transaction', async () => {
  const { ask, logIn, sent, isAsked } = await openWallet('another origin');
  expect(await refusal(ask('eth_requestAccounts'))).toEqual(isFramed);
  await logIn();
  const [from] = (await ask('eth_requestAccounts')) as readonly string[];
  expect(from).toMatch(/^0x/);
  expect(await refusal(ask('personal_sign', 'hello', from))).toEqual(isFramed);
  expect(await refusal(ask('eth_sendTransaction', { from, to, value: '0x1' }))).toEqual(isFramed);
  expect(await refusal(ask('eth_signTransaction', { from, to, value: '0x1' }))).toEqual(isFramed);
  const batch = { version: '2.0.0', chainId: '0x2105', atomicRequired: false, calls: [{ to, value: '0x1' }] };
  expect(await refusal(ask('wallet_sendCalls', batch))).toEqual(isFramed);
  const login = 'evil.example wants you to sign in with your Ethereum account:\n0x00';
  expect(await refusal(ask('personal_sign', login, from))).toEqual([4001, 'REQUEST_REFUSED']);
  expect([isAsked(), sent]).toEqual([false, []]);
});

test('in a frame of its own origin the person is asked there', async () => {
  const { ask, logIn, title, view } = await openWallet('this origin');
  await logIn();
  const [from] = (await ask('eth_requestAccounts')) as readonly string[];
  const answer = refusal(ask('personal_sign', 'hello', from));
  await expect.poll(title).toBe('Sign a message');
  view.document.querySelector<HTMLElement>('[data-part="reject"]')?.click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
});
