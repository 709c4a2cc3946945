import { isRecord } from '../ethereum/parameters.js';

/** How far a transaction of Solana is. */
export type SignatureStatus = {
  readonly slot: number;
  /** `null`: it did not fail. */
  readonly error: unknown;
  readonly commitment: 'processed' | 'confirmed' | 'finalized';
};

/** Asks how far one transaction is, also one of some time ago. */
export const statusCall = (id: string) => ({
  method: 'getSignatureStatuses',
  params: [[id], { searchTransactionHistory: true }],
});

/**
 * What a node answers to {@link statusCall}. `undefined`: it does not know the transaction.
 *
 * @throws {TypeError} it is no such answer
 * @see https://solana.com/docs/rpc/http/getsignaturestatuses
 */
export function signatureStatus(result: unknown): SignatureStatus | undefined {
  if (!isRecord(result) || !Array.isArray(result.value)) throw new TypeError('The answer is no list of statuses.');
  const status: unknown = result.value[0];
  if (!isRecord(status) || typeof status.slot !== 'number') return undefined;
  const { slot, err = null, confirmationStatus: said } = status;
  return { slot, error: err, commitment: said === 'confirmed' || said === 'finalized' ? said : 'processed' };
}
