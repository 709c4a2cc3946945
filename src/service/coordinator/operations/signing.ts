import type {
  SignRawPayloadsResult,
  SignTransactionResult,
  signRawPayload,
  signRawPayloads,
  signTransaction,
} from '../../../contract/signing.js';
import { fromHex, toHex } from '../../../crypto/hex.js';
import { inSlices } from '../../slices.js';
import { ChangedMeanwhile } from '../../store/changedMeanwhile.js';
import type { Tools } from '../../tools.js';
import { type PayloadSignature, signPayload, type VaultSigner } from '../../vault/sign.js';
import { readTransaction } from '../../vault/transactions/transaction.js';
import type { PublicSigner } from '../../vault/transactions/unsigned.js';
import type { Organization } from '../callers/caller.js';
import { readOnceInside } from '../engine/handlers/asking.js';
import type { ActivityHandler, Execution, Preparation } from '../engine/handlers/handler.js';
import { done } from '../engine/handlers/outcome.js';
import { payloadContexts, transactionContexts } from '../signers/contexts.js';
import { findSigner, findSignerOnce, withVaultSigner } from '../signers/signers.js';

/** Opens the account's sealed key for this one signature. Typed data are hashed before the transaction, which would wait
 * for the turns of others. */
const signRawPayloadHandler: ActivityHandler<typeof signRawPayload, WithSigner<PayloadSignature> | undefined> = {
  contexts: ({ parameters: { payload, ...parameters }, organization }, db, wanted, reading) =>
    payloadContexts(db, organization, { ...parameters, payloads: [payload] }, wanted, reading),

  isLong: ({ encoding }) => encoding === 'PAYLOAD_ENCODING_EIP712',

  prepare: ({ parameters, organization }, preparation) =>
    prepareSignature(preparation, organization, parameters.signWith, (signer, { primitives }) =>
      signPayload(primitives, signer, parameters),
    ),

  async execute({ parameters, prepared }, execution) {
    if (prepared) return done(await signaturePrepared(execution, parameters.signWith, prepared));
    const { tools } = execution;
    const found = await signerInside(execution, parameters.signWith);
    return done(
      await withVaultSigner(tools, found, (signer) =>
        tools.work.chargeAll(() => signPayload(tools.primitives, signer, parameters)),
      ),
    );
  },
};

/** Signs before the transaction: a hundred payloads take longer than others should wait. */
const signRawPayloadsHandler: ActivityHandler<typeof signRawPayloads, WithSigner<SignRawPayloadsResult>> = {
  contexts: ({ parameters, organization }, db, wanted, reading) =>
    payloadContexts(db, organization, parameters, wanted, reading),

  prepare: ({ parameters, organization }, preparation) =>
    prepareSignature(preparation, organization, parameters.signWith, async (signer, { primitives }) => {
      const { payloads, encoding, hashFunction } = parameters;
      const signatures = await inSlices(payloads, (payload) =>
        signPayload(primitives, signer, { payload, encoding, hashFunction }),
      );
      return { signatures };
    }),

  execute: async ({ parameters, prepared }, execution) =>
    done(await signaturePrepared(execution, parameters.signWith, prepared)),
};

/** Reads and signs before the transaction of the database: a PSBT may have many inputs. */
const signTransactionHandler: ActivityHandler<typeof signTransaction, WithSigner<SignTransactionResult>> = {
  contexts: ({ parameters, organization }, db, wanted, reading) =>
    transactionContexts(db, organization, parameters, wanted, reading),

  prepare: ({ parameters, organization }, preparation) =>
    prepareSignature(preparation, organization, parameters.signWith, async (signer, { primitives }) => {
      const { type, unsignedTransaction } = parameters;
      const read = await readTransaction(type, unsignedTransaction, signer);
      return { signedTransaction: toHex(await read.sign(primitives, signer.secretKey)) };
    }),

  execute: async ({ parameters, prepared }, execution) =>
    done(await signaturePrepared(execution, parameters.signWith, prepared)),
};

/** A result that was signed before the transaction, and its key. */
export type WithSigner<Result> = { readonly signerId: string; readonly result: Result };

/** Signs with the key that `signWith` names now. @throws {RefusedError} SIGNER_NOT_FOUND, and what `sign` throws */
async function prepareSignature<Result>(
  { read, tools }: Preparation,
  { organization_id }: Organization,
  signWith: string,
  sign: (signer: VaultSigner & PublicSigner, tools: Tools) => Promise<Result>,
): Promise<WithSigner<Result>> {
  const found = await read((db) => findSigner(db, organization_id, signWith));
  const { addressFormat } = found;
  const publicKey = fromHex(found.publicKey);
  const result = await withVaultSigner(tools, found, (signer) =>
    tools.work.chargeAll(() => sign({ ...signer, addressFormat, publicKey }, tools)),
  );
  return { signerId: found.context.id, result };
}

/** The prepared signature, if `signWith` still names the same key. @throws {ChangedMeanwhile} */
async function signaturePrepared<Result>(
  execution: Execution,
  signWith: string,
  { signerId, result }: WithSigner<Result>,
): Promise<Result> {
  const found = await signerInside(execution, signWith);
  if (found.context.id !== signerId) throw new ChangedMeanwhile('The key has changed.');
  return result;
}

const signerInside = ({ asking, transaction, organization: { organization_id } }: Execution, signWith: string) =>
  findSignerOnce(transaction, { organization_id, signWith }, (what, read) =>
    readOnceInside(asking, transaction, what, read),
  );

export const signingHandlers = {
  signRawPayload: signRawPayloadHandler,
  signRawPayloads: signRawPayloadsHandler,
  signTransaction: signTransactionHandler,
};
