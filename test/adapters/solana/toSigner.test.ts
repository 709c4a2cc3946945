import { expect, test } from 'vitest';
import { type SolanaAddress, toSigner } from '../../../src/adapters/solana/toSigner.js';
import { call } from '../../../src/client/call.js';
import type { ClientSettings } from '../../../src/client/settings.js';
import { listWalletAccounts } from '../../../src/contract/wallets.queries.js';
import { fromBase58, toBase58 } from '../../../src/crypto/base58.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { verifyEd25519 } from '../../../src/crypto/ed25519.js';
import { logIn, newClient, openService } from '../../support/people.js';
import { secondRoot } from '../../support/secondRoot.js';
import { payment, paymentMessage, sponsoredPayment } from '../../support/solanaTransactions.js';

/** A person's signer. `settings`: of a client whose settings depend on the service. */
async function ada(settings: (fetch: ClientSettings['fetch']) => Partial<ClientSettings> = () => ({})) {
  const { service } = await openService({});
  const client = newClient(service, settings(service.fetch));
  const session = await logIn(service, client);
  const { accounts } = await call(client, listWalletAccounts, {});
  const [solana, ethereum] = ['SOLANA', 'ETHEREUM'].map((name) =>
    accounts.find(({ addressFormat }) => addressFormat === `ADDRESS_FORMAT_${name}`),
  );
  if (!solana || !ethereum) throw new Error('She has no such account.');
  const signer = toSigner(client, solana);
  const sign = (messageBytes: Uint8Array) => signer.signTransactions([{ messageBytes }]);
  return { service, client, session, signer, sign, ethereum, address: solana.address as SolanaAddress };
}

async function codeOf(answer: Promise<unknown>): Promise<unknown> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  return error instanceof Error && 'code' in error ? error.code : error;
}

test('an account signs transactions and messages, each with a signature that verifies', async () => {
  const { signer, address } = await ada();
  const key = fromBase58(address);
  const messages = [paymentMessage(address, 1n), paymentMessage(address, 2n, { version: 0 })];
  const signed = await signer.signTransactions(messages.map((messageBytes) => ({ messageBytes })));
  for (const [at, message] of messages.entries())
    expect(await verifyEd25519(key, new Uint8Array(signed[at]?.[address] ?? []), message)).toBe(true);
  const content = utf8('Hällo');
  const [signatures] = await signer.signMessages([{ content }]);
  expect(Object.keys(signatures ?? {})).toEqual([address]);
  expect(await verifyEd25519(key, new Uint8Array(signatures?.[address] ?? []), content)).toBe(true);
});

test('an account of another chain is refused by name', async () => {
  const { client, ethereum } = await ada();
  for (const account of [ethereum, { address: '' }, { address: 'abc' }])
    expect(() => toSigner(client, account)).toThrow(expect.objectContaining({ code: 'ACCOUNT_NOT_SOLANA' }));
});

test('what is none of its transactions, or no message, is refused before it is sent', async () => {
  const { signer, sign, address } = await ada();
  const stranger = toBase58(new Uint8Array(32).fill(7));
  expect(await codeOf(sign(utf8('hello')))).toBe('TRANSACTION_MALFORMED');
  expect(await codeOf(sign(paymentMessage(stranger)))).toBe('TRANSACTION_SIGNER_MISMATCH');
  expect(await codeOf(sign(payment(address)))).toBe('TRANSACTION_MALFORMED');
  expect(await codeOf(sign(sponsoredPayment(address, stranger, new Uint8Array(64))))).toBe('TRANSACTION_MALFORMED');
  for (const content of [paymentMessage(address), payment(address), Uint8Array.of(0x81)])
    expect(await codeOf(signer.signMessages([{ content }]))).toBe('MESSAGE_IS_TRANSACTION');
  expect(await codeOf(signer.signMessages([{ content: new Uint8Array(32_769) }]))).toBe('TRANSACTION_TOO_LARGE');
});

test('what was changed on its way back is not returned', async () => {
  let change = (answer: string) => answer;
  const { signer, sign, address } = await ada((fetch) => ({
    async fetch(url, init) {
      const response = await (fetch ?? globalThis.fetch)(url, init);
      return new Response(change(await response.text()), response);
    },
  }));
  const message = paymentMessage(address);
  const bends: ((signed: string) => string)[] = [
    (signed) => signed.replace('09090909', '09090908'), // the blockhash
    (signed) => signed.replace(/^01.{8}/, '0100000000'), // the signature
    () => 'no hex',
    (signed) => signed.slice(0, -2),
  ];
  for (const bend of bends) {
    change = (answer) => answer.replace(/(?<="signedTransaction":")[^"]+/, bend);
    expect(await codeOf(sign(message))).toBe('ANSWER_FOR_ANOTHER');
  }
  change = (answer) => answer.replace(/(?<="s":")[\da-f]{8}/, '00000000');
  expect(await codeOf(signer.signMessages([{ content: utf8('hello') }]))).toBe('ANSWER_FOR_ANOTHER');
  change = (answer) => answer;
  expect(await sign(message)).toHaveLength(1);
});

test('others must agree first where it takes their votes', async () => {
  const { service, client, session, signer, sign, address } = await ada();
  await secondRoot({ service, client }, session);
  expect(await codeOf(sign(paymentMessage(address)))).toBe('ACTIVITY_NEEDS_APPROVAL');
  expect(await codeOf(signer.signMessages([{ content: utf8('hello') }]))).toBe('ACTIVITY_NEEDS_APPROVAL');
});
