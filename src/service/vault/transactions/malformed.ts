import { type RefusedError, refused } from '../../../contract/refusals.js';
import type { PublicSigner } from './unsigned.js';

/** The refusal of bytes that are no transaction of their chain. */
export const malformedTransaction = (about: string, cause?: unknown): RefusedError =>
  refused('TRANSACTION_MALFORMED', { about, ...(cause !== undefined && { cause }) });

/** @throws {RefusedError} TRANSACTION_SIGNER_MISMATCH where the chain signs on another curve */
export function checkCurve({ curve }: PublicSigner, wanted: PublicSigner['curve']): void {
  if (curve !== wanted) throw refused('TRANSACTION_SIGNER_MISMATCH', { about: `it is signed on ${wanted}` });
}
