import { act, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { logout } from '../../../../src/client/session/logout.js';
import { verifyEthereumMessage } from '../../../../src/crypto/ethereum.js';
import { useListActivities } from '../../../../src/hooks/activities.js';
import { signatureTypes } from '../../../../src/hooks/effectOf.js';
import { button, enabled, openWallet, other, refusal, title, to } from './openWallet.js';

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

  test('is in lists of activities once it is signed', async () => {
    const Signed = () => useListActivities({ filterByType: [...signatureTypes] }).data?.activities.length;
    const { enter, request } = await openWallet({
      beside: (
        <output>
          <Signed />
        </output>
      ),
    });
    const address = await enter();
    await expect.element(page.getByRole('status').first()).toHaveTextContent('0');
    const answer = request('personal_sign', 'Hello', address);
    await enabled('Sign');
    await button('Sign').click();
    await answer;
    await expect.element(page.getByRole('status').first()).toHaveTextContent('1');
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

  test('whose bytes may be a hash shows them, with its danger, and is signed after a tick', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const message = '7hF2mQ9x Kw4Zp1Lr8Tn6Vb3Yc5Gd0Sj';
    const hex = `0x${Array.from(message, (each) => each.charCodeAt(0).toString(16)).join('')}`;
    const answer = request('personal_sign', hex, address);
    await expect.element(title('Sign a message')).toHaveFocus();
    await expect.element(page.getByRole('region', { name: 'What you sign' })).toHaveTextContent(message);
    await expect.element(page.getByText(hex, { exact: true })).toBeVisible();
    await expect.element(page.getByText(/^This text may stand for a payment/)).toBeVisible();
    expect(button('Sign').element().getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('checkbox', { name: 'I understand' }).click();
    await enabled('Sign');
    await button('Sign').click();
    expect(await verifyEthereumMessage({ address, message, signature: await answer })).toBe(true);
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

  test.each([
    [
      'a fee beyond what is usual',
      { value: '0x2386f26fc10000', gasPrice: '0x2d79883d2000' },
      /^This fee is unusually high/,
    ],
    ['gas beyond what is usual', { value: '0x2386f26fc10000', gas: '0x1c9c3800' }, /^This fee is unusually high/],
    [
      'the contract of a token that the kit knows',
      { to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', value: '0x1' },
      /^This goes to a token’s contract/,
    ],
  ])('with %s asks for a tick', async (_, asked, danger) => {
    const { enter, request } = await openWallet();
    const answer = refusal(request('eth_sendTransaction', send(await enter(), asked)));
    await expect.element(page.getByText(danger)).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
    await button('Reject').click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
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

test('with letters twice as large on a narrow page the words of a danger stay on their plate', async () => {
  await page.viewport(320, 700);
  document.documentElement.style.fontSize = '200%';
  onTestFinished(async () => {
    document.documentElement.style.fontSize = '';
    await page.viewport(414, 896);
  });
  const { enter, request } = await openWallet({ language: 'de' });
  const address = await enter();
  const asked = { from: address, to, value: '0x2386f26fc10000', gasPrice: '0x2d79883d2000' };
  void refusal(request('eth_sendTransaction', asked));
  await expect.element(page.getByText(/^Diese Gebühr ist ungewöhnlich hoch/)).toBeVisible();
  const plate = document.querySelector('[data-part="warning"]') as HTMLElement;
  expect(plate.scrollWidth).toBeLessThanOrEqual(plate.clientWidth);
});

test('it speaks the language of the settings, in its direction', async () => {
  const { enter, request } = await openWallet({ language: 'ar' });
  const answer = refusal(request('personal_sign', 'hello', await enter()));
  await waitFor(() => expect(document.querySelector('[data-latchkey="confirm"]')?.getAttribute('dir')).toBe('rtl'));
  await expect.element(title('توقيع رسالة')).toBeVisible();
  await button('رفض').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
});
