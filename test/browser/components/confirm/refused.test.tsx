import { act } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { solanaWallet } from '../../../../src/adapters/solana/solanaWallet.js';
import type { StandardAccount } from '../../../../src/adapters/solana/walletStandard.js';
import { logout } from '../../../../src/client/session/logout.js';
import { paymentMessage } from '../../../support/solanaTransactions.js';
import { button, openWallet, refusal, title } from './openWallet.js';

const isRefused = [4001, 'REQUEST_REFUSED'];
const plate = () => page.elementLocator(document.querySelector('[data-part="warning"]') ?? document.body);

/** Half a second after it was drawn. */
const seen = () => expect.element(page.getByText('Close', { exact: true })).not.toHaveAttribute('aria-disabled');

type Login = { readonly address: string; readonly host?: string; readonly expires?: string };
const login = ({ address, host = location.host, expires = '2999-01-01T00:00:00Z' }: Login) =>
  `${host} wants you to sign in with your Ethereum account:\n${address}\n\nI accept.\n\nURI: ${location.protocol}//${host}\nVersion: 1\nChain ID: 8453\nNonce: 32891756\nIssued At: 2020-01-01T00:00:00Z\nExpiration Time: ${expires}`;
const order = { Order: [{ name: 'item', type: 'string' }] };
const asked = {
  text: (message: string) => (address: string) => ['personal_sign', message, address] as const,
  login: (more: Partial<Login>) => (address: string) =>
    ['personal_sign', login({ address, ...more }), address] as const,
  typedData: (message: object) => (address: string) =>
    ['eth_signTypedData_v4', address, { domain: {}, types: order, primaryType: 'Order', message }] as const,
};

describe('what is refused whatever anybody says', () => {
  test.each([
    [
      'a login to another page',
      asked.login({ host: 'evil.example' }),
      'LOGIN_TO_ANOTHER_PAGE',
      'It would log someone in to another website',
    ],
    [
      'a login of another account',
      asked.login({ address: `0x${'ab'.repeat(20)}` }),
      'LOGIN_OF_ANOTHER_ACCOUNT',
      'This login is for another',
    ],
    [
      'a login that has expired',
      asked.login({ expires: '2021-01-01T00:00:00Z' }),
      'LOGIN_AT_ANOTHER_TIME',
      'This login isn’t valid now.',
    ],
    [
      'a login that is not written as one',
      asked.text(`${location.host} wants you to sign in with your account. Thanks`),
      'LOGIN_MALFORMED',
      'It asks for a login, but isn’t written like one.',
    ],
    [
      'a request to the service',
      asked.text('{"type":"ACTIVITY_TYPE_STAMP_LOGIN"}'),
      'TEXT_IS_REQUEST',
      'It’s a command to your wallet',
    ],
    ['a text that is too long to be signed', asked.text('x'.repeat(32_738)), 'TOO_LONG', 'It’s too long to show.'],
    [
      'data of more than 64 KiB, and fewer characters',
      asked.typedData({ item: '帽'.repeat(21_900) }),
      'TOO_LONG',
      'It’s too long to show.',
    ],
    [
      'data that their types do not name',
      asked.typedData({ item: 'Hat', price: '1' }),
      'TYPED_DATA_UNREADABLE',
      'What you’d see isn’t what',
    ],
  ])('is told with its reason, and has one button: %s', async (_, of, reason, says) => {
    const { enter, request } = await openWallet();
    const [method, ...params] = of(await enter());
    const answer = request(method, ...params);
    expect(await refusal(answer)).toEqual(isRefused);
    await expect(answer).rejects.toMatchObject({ data: { reason } });
    await expect.element(title('Nothing was signed')).toHaveFocus();
    await expect.element(plate()).toHaveTextContent(says);
    expect(page.getByText('Close', { exact: true }).elements()).toHaveLength(1);
    for (const name of ['Sign', 'Reject', 'Confirm']) expect(button(name).query()).toBeNull();
    expect(page.getByRole('checkbox').query()).toBeNull();
    await seen();
    await page.getByText('Close', { exact: true }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('is not closed by a press that was meant for what stood there before', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const first = refusal(request('personal_sign', 'hello', address));
    await expect.element(title('Sign a message')).toHaveFocus();
    await refusal(request('personal_sign', login({ address, host: 'evil.example' }), address));
    await button('Reject').click();
    await expect.element(title('Nothing was signed')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(title('Nothing was signed')).toBeVisible();
    await seen();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await first;
  });

  test('holds nobody in its dialog, however long a page goes on asking', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const evil = login({ address, host: 'evil.example' });
    await refusal(request('personal_sign', evil, address));
    await expect.element(title('Nothing was signed')).toHaveFocus();
    await seen();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    for (let count = 0; count < 5; count += 1)
      expect(await refusal(request('personal_sign', evil, address))).toEqual(isRefused);
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  test('has its title as the dialog’s name, and the reason as what describes it', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    await refusal(request('personal_sign', login({ address, host: 'evil.example' }), address));
    await expect.element(page.getByRole('dialog', { name: 'Nothing was signed' })).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'Nothing was signed' }))
      .toHaveAccessibleDescription(/another website/);
  });

  test('is told of a wallet of Solana, too: a transaction that is called a message', async () => {
    const { enter, client } = await openWallet();
    await enter();
    const { features } = solanaWallet(client).wallet;
    const [account] = (await features['standard:connect'].connect()).accounts;
    const message = paymentMessage(account?.address ?? '');
    const answer = features['solana:signMessage'].signMessage({ account: account as StandardAccount, message });
    await expect(answer).rejects.toMatchObject({ code: 'REQUEST_REFUSED', reason: 'TEXT_IS_TRANSACTION' });
    await expect.element(title('Nothing was signed')).toHaveFocus();
    await expect.element(plate()).toHaveTextContent('It’s a transaction, made to look like a message.');
  });

  test('is told to nobody where the settings say that nobody is asked', async () => {
    const { enter, request } = await openWallet({ confirmSignatures: 'never' });
    const address = await enter();
    const evil = login({ address, host: 'evil.example' });
    expect(await refusal(request('personal_sign', evil, address))).toEqual(isRefused);
    expect(await request('personal_sign', 'hello', address)).toMatch(/^0x/);
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  test('is closed by Escape', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    await refusal(request('personal_sign', login({ address, host: 'evil.example' }), address));
    await expect.element(title('Nothing was signed')).toHaveFocus();
    await seen();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('is told once, however often a page asks, and keeps no place in the queue', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const evil = login({ address, host: 'evil.example' });
    const answers = Array.from({ length: 20 }, () => refusal(request('personal_sign', evil, address)));
    expect(await Promise.all(answers)).toEqual(answers.map(() => isRefused));
    await expect.element(title('Nothing was signed')).toHaveFocus();
    const next = refusal(request('personal_sign', 'hello', address));
    await seen();
    await userEvent.keyboard('{Escape}');
    await expect.element(title('Sign a message')).toHaveFocus();
    await button('Reject').click();
    expect(await next).toEqual([4001, 'REQUEST_REJECTED']);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('does not take the place of a request that is being read', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const first = refusal(request('personal_sign', 'hello', address));
    await expect.element(title('Sign a message')).toHaveFocus();
    expect(await refusal(request('personal_sign', login({ address, host: 'evil.example' }), address))).toEqual(
      isRefused,
    );
    await expect.element(title('Sign a message')).toHaveFocus();
    await button('Reject').click();
    await first;
    await expect.element(title('Nothing was signed')).toHaveFocus();
  });

  test('is gone when the person logs out', async () => {
    const { enter, request, client } = await openWallet();
    const address = await enter();
    await refusal(request('personal_sign', login({ address, host: 'evil.example' }), address));
    await expect.element(title('Nothing was signed')).toHaveFocus();
    await act(() => logout(client));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('is told in the language of the settings', async () => {
    const { enter, request } = await openWallet({ language: 'de' });
    const address = await enter();
    await refusal(request('personal_sign', login({ address, host: 'evil.example' }), address));
    await expect.element(title('Nichts wurde signiert')).toHaveFocus();
    await expect.element(page.getByText('Schließen', { exact: true })).toBeVisible();
  });
});
