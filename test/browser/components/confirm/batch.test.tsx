import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openWallet, refusal } from './openWallet.js';

const to = `0x${'bb'.repeat(20)}`;
const other = `0x${'cc'.repeat(20)}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const enabled = (name: string) => expect.poll(() => button(name).element().getAttribute('aria-disabled')).toBe('false');
const batch = (calls: readonly object[]) => ({ version: '2.0.0', chainId: '0x2105', atomicRequired: false, calls });
const rows = () =>
  [...document.querySelectorAll('[data-latchkey="confirm"] [data-part="rows"] > [data-part="row"]')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

test('a batch is a numbered list, each line as it would stand alone, with one fee for all', async () => {
  const { enter, request, node } = await openWallet({ mines: true });
  await enter();
  const answer = request(
    'wallet_sendCalls',
    batch([
      { to, value: '0x14d1120d7b160000' },
      { to: other, value: '0x1' },
    ]),
  );
  await expect.element(page.getByRole('heading', { name: 'Send 2 transactions' })).toHaveFocus();
  await expect.poll(() => rows().length).toBe(5);
  await expect.poll(() => rows()[0]?.[1]).toBe(`Send 1.5 ETH (Base) to 0xbbbb…bbbb${to} first time`);
  expect(rows().map(([label]) => label)).toEqual(['1.', '2.', 'From', 'Network', 'Fee']);
  expect(rows().at(-1)?.[1]).toBe('at most 0.000126 ETH');
  await enabled('Confirm');
  await button('Confirm').click();
  const { id } = (await answer) as { id: string };
  expect(id).toMatch(/^0x[\da-f]{64}$/);
  const status = async () => (await (request('wallet_getCallsStatus', id) as Promise<{ status: number }>)).status;
  expect([100, 200]).toContain(await status()); // the node may have mined both by now
  await expect.element(page.getByRole('status')).toHaveTextContent('Sent');
  expect(node.sent).toHaveLength(2);
  await expect.poll(status).toBe(200);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('one plate says which of them are dangerous, and asks for one tick', async () => {
  const { enter, request, node } = await openWallet();
  await enter();
  const data = `0x095ea7b3${other.slice(2).padStart(64, '0')}${'f'.repeat(64)}`; // approve(address,uint256)
  const answer = refusal(
    request(
      'wallet_sendCalls',
      batch([
        { to, value: '0x1' },
        { to, data },
        { to, data: '0x12345678' },
        { to, data },
      ]),
    ),
  );
  await expect.element(page.getByText('2, 4. They could take all of this token, at any time.')).toBeVisible();
  await expect.element(page.getByText(/^3\. We can’t tell what this does/)).toBeVisible();
  expect(document.querySelectorAll('[data-part="warning"]')).toHaveLength(1);
  await expect.element(page.getByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
  await button('Reject').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
  expect(node.sent).toEqual([]);
});

test('while it waits for blocks it says how far it is, and can be closed', async () => {
  const { enter, request, node } = await openWallet();
  await enter();
  const answer = request(
    'wallet_sendCalls',
    batch([
      { to, value: '0x1' },
      { to, value: '0x2' },
    ]),
  );
  await enabled('Confirm');
  await button('Confirm').click();
  const { id } = (await answer) as { id: string };
  await expect.element(page.getByRole('status')).toHaveTextContent('1 of 2');
  await page.getByText('Close', { exact: true }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(await request('wallet_getCallsStatus', id)).toMatchObject({ id, status: 100, atomic: false });
  await expect.poll(() => node.sent).toHaveLength(1);
});

test('a batch of one is told as that one', async () => {
  const { enter, request } = await openWallet();
  await enter();
  const answer = refusal(request('wallet_sendCalls', batch([{ to, value: '0x14d1120d7b160000' }])));
  await expect.element(page.getByRole('heading', { name: 'Send 1.5 ETH (Base) to 0xbbbb…bbbb' })).toBeVisible();
  await button('Reject').click();
  expect(await answer).toEqual([4001, 'REQUEST_REJECTED']);
});
