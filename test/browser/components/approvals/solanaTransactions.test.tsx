import { render, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { call } from '../../../../src/client/call.js';
import { ApprovalsInbox } from '../../../../src/components/approvals/ApprovalsInbox.js';
import { shortened } from '../../../../src/components/shortened.js';
import { listWalletAccounts, listWallets } from '../../../../src/contract/wallets.queries.js';
import { fromBase58, toBase58 } from '../../../../src/crypto/base58.js';
import { type Bytes, concat } from '../../../../src/crypto/bytes.js';
import { toHex } from '../../../../src/crypto/hex.js';
import { secondRoot } from '../../../support/secondRoot.js';
import { type MessageParts, solanaMessage } from '../../../support/solanaMessage.js';
import { openKit } from '../../hooks/kit.js';
import { openCard } from './openInbox.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/approvals/approvals.css';

const key = (fill: number): Bytes => new Uint8Array(32).fill(fill);
const [receiver, source, payer, table] = [key(2), key(3), key(4), key(9)];
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const systemProgram = '1'.repeat(32);
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const u64 = (value: bigint) => new Uint8Array(new BigUint64Array([value]).buffer);
const lamports = concat(Uint8Array.of(2, 0, 0, 0), u64(1_500_000_000n));
const lookups = [{ table, writable: [7], readonly: [] }];

/** The card of a transaction of Solana that Bob asks Ada to sign. */
async function openTransaction(partsFor: (own: Bytes) => MessageParts) {
  const kit = await openKit({
    tokens: [{ chainId: 'solana:mainnet', address: usdc, symbol: 'USDC', decimals: 6 }],
  });
  const bob = await secondRoot(kit, await kit.logIn());
  const [wallet] = (await call(kit.client, listWallets, {})).wallets;
  const { accounts } = await call(kit.client, listWalletAccounts, { walletId: wallet?.walletId ?? '' });
  const own = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_SOLANA')?.address ?? '';
  const message = toHex(solanaMessage(partsFor(fromBase58(own))));
  await bob.proposePayment(own, message, 'TRANSACTION_TYPE_SOLANA');
  render(<ApprovalsInbox />, { wrapper: kit.wrapper });
  const card = await openCard(/^(Send|Move|Sign)/);
  await within(card).findByText('Solana 1');
  const pairsIn = (part: string) =>
    [...card.querySelectorAll(`[data-part="${part}"] > [data-part="row"]`)].map((row) => {
      const values = [...row.querySelectorAll('dd bdi')].map(({ textContent }) => textContent);
      return [row.querySelector('dt')?.textContent, values.join(' ')];
    });
  return { card, own, title: within(card).getByRole('heading').textContent, rows: pairsIn('rows'), pairsIn };
}

const rowsOf = (own: string, more: readonly (readonly string[])[] = [], fee = '0.000005') => [
  ['From', `Solana 1 ${own}`],
  ['To', toBase58(receiver)],
  ...more,
  ['Network', 'Solana'],
  ['Fee', `at most ${fee} SOL`],
];

const pays = (own: Bytes) => [own, receiver, fromBase58(systemProgram)];

test.each<[string, (own: Bytes) => MessageParts, string]>([
  ['a payment', (own) => ({ keys: pays(own), instructions: [{ program: 2, accounts: [0, 1], data: lamports }] }), '1'],
  [
    'one of version 0 that loads more accounts than it pays',
    (own) => ({ keys: pays(own), instructions: [{ program: 2, accounts: [0, 1], data: lamports }], lookups }),
    '1',
  ],
  [
    'one whose fee somebody else pays, who signs, too',
    (own) => ({
      ...{ header: [2, 0, 1], keys: [payer, ...pays(own)] },
      instructions: [{ program: 3, accounts: [1, 2], data: lamports }],
    }),
    '2',
  ],
])('%s is told in words', async (_, partsFor, signers) => {
  const { card, own, title, rows, pairsIn } = await openTransaction(partsFor);
  expect(title).toBe(`Send 1.5 SOL to ${shortened(toBase58(receiver))}`);
  expect(rows).toEqual(rowsOf(own, [], signers === '2' ? '0.00001' : '0.000005'));
  const details = Object.fromEntries(pairsIn('preview'));
  expect(details.signers).toBe(signers === '2' ? `${toBase58(payer)}, ${own}` : own);
  expect(details['1: program']).toBe(systemProgram);
  expect(within(card).queryByRole('checkbox')).toBeNull();
});

test('a transfer of tokens is told in whole ones, with its mint and the account that they leave', async () => {
  const data = concat(Uint8Array.of(12), u64(1_500_000n), Uint8Array.of(6));
  const { card, own, title, rows } = await openTransaction((own) => ({
    ...{ header: [1, 0, 2], keys: [own, source, receiver, fromBase58(usdc), fromBase58(tokenProgram)] },
    instructions: [{ program: 4, accounts: [1, 3, 2, 0], data }],
  }));
  expect(title).toBe(`Move 1.5 USDC from ${shortened(toBase58(source))} to ${shortened(toBase58(receiver))}`);
  expect(rows).toEqual(
    rowsOf(own, [
      ['Owner', toBase58(source)],
      ['Token’s address', usdc],
    ]),
  );
  expect(within(card).queryByRole('checkbox')).toBeNull();
});

test.each<[string, (own: Bytes) => MessageParts, readonly (readonly [string, string])[]]>([
  [
    'pays an account that only a look-up table knows',
    (own) => ({ keys: pays(own), instructions: [{ program: 2, accounts: [0, 3], data: lamports }], lookups }),
    [['1: program', systemProgram]],
  ],
  [
    'calls a program that nobody knows',
    (own) => ({
      keys: [...pays(own), fromBase58(memoProgram)],
      instructions: [
        { program: 2, accounts: [0, 1], data: lamports },
        { program: 3, accounts: [0], data: Uint8Array.of(65) },
      ],
    }),
    [
      ['2: program', memoProgram],
      ['2: data', '0x41'],
    ],
  ],
])('one that %s has its fields, and a plate', async (_, partsFor, fields) => {
  const { card, own, title, rows, pairsIn } = await openTransaction(partsFor);
  expect(title).toBe('Sign something we can’t read');
  expect(rows).toEqual([
    ['From', `Solana 1 ${own}`],
    ['Network', 'Solana'],
    ['Fee', 'at most 0.000005 SOL'],
  ]);
  const details = pairsIn('preview');
  for (const field of fields) expect(details).toContainEqual(field);
  const loaded = `${own}, ${toBase58(table)}[7]`;
  if (fields.length === 1) expect(details).toContainEqual(['1: accounts', loaded]);
  expect(within(card).getByText(/^We can’t tell what this does/)).toBeVisible();
  expect(within(card).getByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
  expect(within(card).getByRole('button', { name: /^Approve: / })).toHaveAttribute('aria-disabled', 'true');
});
