import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { Client } from 'latchkey/client';
import { toSigner } from 'latchkey/solana';

export async function signByKit(client: Client, address: Address, instruction: Instruction, blockhash: Blockhash) {
  const signer = toSigner(client, { address });
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(signer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 1_000n }, paid),
    (dated) => appendTransactionMessageInstruction(instruction, dated),
  );
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
}
