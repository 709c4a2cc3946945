import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { typedData } from '../../../support/standardTypedData.js';
import { button, enabled, openWallet, other, refusal, title, to } from './openWallet.js';

test('typed data are shown field by field', async () => {
  const { enter, request } = await openWallet();
  const address = await enter();
  const data = {
    domain: { name: 'Shop', chainId: 1 },
    types: { Order: [{ name: 'item', type: 'string' }] },
    primaryType: 'Order',
    message: { item: 'Hat' },
  };
  const answer = request('eth_signTypedData_v4', address, JSON.stringify(data));
  for (const text of [
    'domain.name: string',
    'Shop',
    'message.item: string',
    'Hat',
    'This is for another network than the one you use here.',
  ])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await page.getByRole('checkbox').click();
  await enabled('Sign');
  await button('Sign').click();
  expect(await answer).toMatch(/^0x[\da-f]{130}$/);
});

describe('typed data of a standard', () => {
  const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
  const onBase = (standard: Parameters<typeof typedData>[0], message: object, token?: string) => {
    const data = typedData(standard, message as Record<string, unknown>, token);
    return JSON.stringify({ ...data, domain: { ...data.domain, chainId: 8453 } });
  };
  const permit = (owner: string, change: object = {}) =>
    onBase('Permit', { owner, spender: to, value: '1500000', nonce: 0, deadline: 1_900_000_000, ...change }, usdc);

  test('say in a sentence what they let happen, and until when', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const answer = request('eth_signTypedData_v4', address, permit(address));
    await expect.element(title('Let 0xbbbb…bbbb spend 1.5 USDC (Base)')).toHaveFocus();
    for (const fact of [address, to, 'Can be used until', /2030/, 'Permission ends', 'never', 'first time'])
      await expect.element(page.getByText(fact, { exact: true }).first()).toBeVisible();
    expect(page.getByRole('checkbox').query()).toBeNull();
    await enabled('Sign');
    await button('Sign').click();
    expect(await answer).toMatch(/^0x[\da-f]{130}$/);
  });

  test('without limit and without end ask for a tick', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const most = (2n ** 256n - 1n).toString();
    const answer = refusal(request('eth_signTypedData_v4', address, permit(address, { value: most, deadline: most })));
    await expect.element(title('Let 0xbbbb…bbbb spend an unlimited amount of USDC (Base)')).toBeVisible();
    await expect.element(page.getByText('This never expires: it can be used at any time.')).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
    await button('Reject').click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  });

  test('several permissions have a line each', async () => {
    const { enter, request } = await openWallet();
    const address = await enter();
    const details = [
      { token: usdc, amount: '1500000', expiration: 1_900_000_000, nonce: 0 },
      { token: other, amount: '7', expiration: 1_900_000_000, nonce: 0 },
    ];
    const data = onBase('PermitBatch', { details, spender: to, sigDeadline: 1_900_000_000 });
    const answer = refusal(request('eth_signTypedData_v4', address, data));
    await expect.element(title('Let 0xbbbb…bbbb take 2 tokens')).toBeVisible();
    for (const line of [
      'Let 0xbbbb…bbbb spend 1.5 USDC (Base)',
      'Let 0xbbbb…bbbb spend 7 smallest units of token 0xcccc…cccc (Base)',
    ])
      await expect.element(page.getByText(line, { exact: true })).toBeVisible();
    await button('Reject').click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  });

  test('of tokens that say the same name of themselves, each line has its contract', async () => {
    const { enter, request } = await openWallet({ token: { symbol: 'ACME', decimals: 6 } });
    const address = await enter();
    const details = [other, `0x${'dd'.repeat(20)}`].map((token, at) => ({
      ...{ token, amount: `${at + 1}500000`, expiration: 1_900_000_000, nonce: 0 },
    }));
    const data = onBase('PermitBatch', { details, spender: to, sigDeadline: 1_900_000_000 });
    const answer = refusal(request('eth_signTypedData_v4', address, data));
    await expect.element(title('Let 0xbbbb…bbbb take 2 tokens')).toBeVisible();
    const rows = page
      .getByRole('definition')
      .elements()
      .map(({ textContent }) => textContent);
    expect(rows).toContain(`Let 0xbbbb…bbbb spend 1.5 “ACME” (Base)${details[0]?.token} unverified token`);
    expect(rows).toContain(`Let 0xbbbb…bbbb spend 2.5 “ACME” (Base)${details[1]?.token} unverified token`);
    await button('Reject').click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  });

  test('of another owner are shown field by field', async () => {
    const { enter, request } = await openWallet();
    const answer = refusal(request('eth_signTypedData_v4', await enter(), permit(other)));
    await expect.element(title('Sign something we can’t read')).toBeVisible();
    await button('Reject').click();
    expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  });
});
