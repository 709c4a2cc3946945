import { fromBase58 } from '../../src/crypto/base58.js';
import { type Bytes, concat } from '../../src/crypto/bytes.js';
import { writeSolanaTransaction } from '../../src/crypto/solanaMessage.js';
import { solanaMessage } from './solanaMessage.js';

/** Who receives. */
export const receiver: Bytes = new Uint8Array(32).fill(2);
const systemProgram = new Uint8Array(32);
const lamports = (amount: bigint) =>
  concat(Uint8Array.of(2, 0, 0, 0), new Uint8Array(new BigUint64Array([amount]).buffer));

/** The message of a payment. `others`: who has to sign besides, before the payer where `isPayer`. */
export function paymentMessage(from: string, amount = 1_500_000_000n, { version }: { version?: 0 } = {}): Bytes {
  const instructions = [{ program: 2, accounts: [0, 1], data: lamports(amount) }];
  return solanaMessage({
    keys: [fromBase58(from), receiver, systemProgram],
    instructions,
    ...(version === 0 && { lookups: [] }),
  });
}

/** A payment that nobody has signed yet. */
export const payment = (...message: Parameters<typeof paymentMessage>): Bytes =>
  writeSolanaTransaction([new Uint8Array(64)], paymentMessage(...message));

/** A payment whose fee somebody else pays, who has signed it. */
export function sponsoredPayment(from: string, payer: string, signature: Bytes): Bytes {
  const keys = [fromBase58(payer), fromBase58(from), receiver, systemProgram];
  const instructions = [{ program: 3, accounts: [1, 2], data: lamports(1_000_000_000n) }];
  return writeSolanaTransaction(
    [signature, new Uint8Array(64)],
    solanaMessage({ header: [2, 0, 1], keys, instructions }),
  );
}
