import type { SignTransactionResult, signTransaction } from '../../../../contract/signing.js';
import { toHex } from '../../../../crypto/hex.js';
import { readTransaction } from '../../../vault/transactions/transaction.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { transactionContexts } from '../../signers/contexts.js';
import { prepareSignature, signaturePrepared, type WithSigner } from './prepared.js';

/** Reads and signs before the transaction of the database: a PSBT may have many inputs. */
export const signTransactionHandler: ActivityHandler<typeof signTransaction, WithSigner<SignTransactionResult>> = {
  contexts: ({ parameters, organization }, db, wanted, work) =>
    transactionContexts(db, organization, parameters, wanted, work),

  prepare: ({ parameters, organization }, preparation) =>
    prepareSignature(preparation, organization, parameters.signWith, async (signer, { primitives }) => {
      const { type, unsignedTransaction } = parameters;
      const read = await readTransaction(type, unsignedTransaction, signer);
      return { signedTransaction: toHex(await read.sign(primitives, signer.secretKey)) };
    }),

  execute: async ({ parameters, prepared }, execution) =>
    done(await signaturePrepared(execution, parameters.signWith, prepared)),
};
