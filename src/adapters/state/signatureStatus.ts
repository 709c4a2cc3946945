import { isObject } from '../../crypto/json.js';

/** How far a transaction of Solana is. */
export type SignatureStatus = {
  readonly slot: number;
  /** `null`: it did not fail. */
  readonly error: unknown;
  readonly commitment: 'processed' | 'confirmed' | 'finalized';
};

/** Asks how far transactions are, at most 256, also those of some time ago. */
export const statusCall = (...ids: readonly string[]) => ({
  method: 'getSignatureStatuses',
  params: [ids, { searchTransactionHistory: true }],
});

/**
 * What a node answers to {@link statusCall}, of the transaction at an index. `undefined`: it does not know the transaction.
 *
 * @throws {TypeError} it is no such answer
 * @see https://solana.com/docs/rpc/http/getsignaturestatuses
 */
export function signatureStatus(result: unknown, at = 0): SignatureStatus | undefined {
  if (!isObject(result) || !Array.isArray(result.value)) throw new TypeError('The answer is no list of statuses.');
  const status: unknown = result.value[at];
  if (!isObject(status) || typeof status.slot !== 'number') return undefined;
  const { slot, err = null, confirmationStatus: said } = status;
  return { slot, error: err, commitment: said === 'confirmed' || said === 'finalized' ? said : 'processed' };
}
