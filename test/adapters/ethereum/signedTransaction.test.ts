import { Transaction } from 'micro-eth-signer';
import { describe, expect, test } from 'vitest';
import { signatureIn } from '../../../src/adapters/ethereum/signedTransaction.js';
import type { TransactionToSign } from '../../../src/adapters/ethereum/transaction.js';
import { unsignedTransaction } from '../../../src/adapters/ethereum/unsignedTransaction.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';

const payment = { chainId: 300, nonce: 1, gas: 21_000n, to: `0x${'11'.repeat(20)}`, value: 5n } as const;
const forms: TransactionToSign[] = [
  { ...payment, gasPrice: 9n },
  { ...payment, gasPrice: 9n, accessList: [] },
  { ...payment, maxFeePerGas: 9n },
];

/** A transaction's bytes, and the same with a signature, as another library makes it. */
async function signedOf(form: TransactionToSign): Promise<{ unsigned: ReturnType<typeof fromHex>; signed: string }> {
  const unsigned = await unsignedTransaction(form);
  const { type, raw } = Transaction.fromBytes(unsigned);
  const signed = new Transaction(type, raw as never, { strict: false }).signBy('11'.repeat(32), false);
  return { unsigned, signed: signed.toHex().replace(/^0x/, '') };
}

describe('a signature is read from the very transaction that was to be signed', () => {
  test.each(forms)('%o', async (form) => {
    const { unsigned, signed } = await signedOf(form);
    const { r, s, yParity } = Transaction.fromHex(signed, false).raw;
    const word = (number: bigint | undefined) => `0x${number?.toString(16).padStart(64, '0')}`;
    const expected = { r: word(r), s: word(s), yParity, v: 27n + BigInt(yParity ?? 0) };
    expect(signatureIn(signed, unsigned)).toEqual(expected);
  });

  test.each(forms)('and not where one bit beside the signature is another: %o', async (form) => {
    const { unsigned, signed } = await signedOf(form);
    const bytes = fromHex(signed);
    const signature = bytes.length - 2 * 33;
    for (let bit = 0; bit < 8 * signature; bit++) {
      const changed = bytes.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const isParity = bit >> 3 === signature - 1; // another v is another signature, which the chain tells
      if (!isParity) expect(() => signatureIn(toHex(changed), unsigned), `bit ${bit}`).toThrow('another transaction');
    }
  });

  test('and not where it is cut off, longer, unsigned, or nothing', async () => {
    for (const form of forms) {
      const { unsigned, signed } = await signedOf(form);
      for (const wrong of ['', 'zz', '80', 'c0', `${signed}00`, signed.slice(2), signed.slice(0, -2), toHex(unsigned)])
        expect(() => signatureIn(wrong, unsigned)).toThrow(expect.objectContaining({ code: 'ANSWER_FOR_ANOTHER' }));
    }
  });

  test('also of a legacy transaction that names no chain, as a serializer may write it', () => {
    const raw = { nonce: 1n, gasPrice: 9n, gasLimit: 21_000n, to: payment.to, value: 5n, data: '' };
    const transaction = new Transaction('legacy', raw as never, { strict: false });
    const unsigned = fromHex(transaction.toHex({ includeSignature: false } as never).replace(/^0x/, ''));
    const signed = transaction.signBy('11'.repeat(32), false).toHex().replace(/^0x/, '');
    expect(signatureIn(signed, unsigned).v).toBe(BigInt(`0x${signed.slice(-134, -132)}`));
  });
});
