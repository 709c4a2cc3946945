import { type EthereumTransfer, ethereumTransfer } from '../client/ethereumTransfer.js';
import { signTransaction } from '../contract/signing.js';

/** What the parameters of an activity pay, if it signs a transaction that does nothing else. */
export function paidBy(
  type: string,
  parameters: { readonly type?: unknown; readonly unsignedTransaction?: unknown },
): EthereumTransfer | undefined {
  const { type: chain, unsignedTransaction } = parameters;
  const isSigned = Object.values(signTransaction.versions).some((version) => version.type === type);
  if (!isSigned || chain !== 'TRANSACTION_TYPE_ETHEREUM' || typeof unsignedTransaction !== 'string') return undefined;
  return ethereumTransfer(unsignedTransaction);
}
