import { fromHex } from '../../../../crypto/hex.js';
import { ChangedMeanwhile } from '../../../store/changedMeanwhile.js';
import type { Tools } from '../../../tools.js';
import type { Signer } from '../../../vault/sign.js';
import type { PublicSigner } from '../../../vault/transactions/unsigned.js';
import type { Organization } from '../../callers/caller.js';
import type { Execution, Preparation } from '../../engine/handler.js';
import { findSigner, withSigner } from '../../signers/signers.js';

/** A result that was signed before the transaction, and its key. */
export type WithSigner<Result> = { readonly signerId: string; readonly result: Result };

/** Signs with the key that `signWith` names now. @throws {RefusedError} SIGNER_NOT_FOUND, and what `sign` throws */
export async function prepareSignature<Result>(
  { read, tools }: Preparation,
  { organization_id }: Organization,
  signWith: string,
  sign: (signer: Signer & PublicSigner, tools: Tools) => Promise<Result>,
): Promise<WithSigner<Result>> {
  const found = await read((db) => findSigner(db, organization_id, signWith));
  const { addressFormat } = found;
  const publicKey = fromHex(found.publicKey);
  const result = await withSigner(tools, found, (signer) =>
    tools.work.chargeAll(() => sign({ ...signer, addressFormat, publicKey }, tools)),
  );
  return { signerId: found.context.id, result };
}

/** The prepared signature, if `signWith` still names the same key. @throws {ChangedMeanwhile} */
export async function signaturePrepared<Result>(
  { transaction, organization }: Execution,
  signWith: string,
  { signerId, result }: WithSigner<Result>,
): Promise<Result> {
  const found = await findSigner(transaction, organization.organization_id, signWith);
  if (found.context.id !== signerId) throw new ChangedMeanwhile('The key has changed.');
  return result;
}
