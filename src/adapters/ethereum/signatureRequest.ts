import type { EthereumChain } from '../../client/chains.js';
import { toHex } from '../../crypto/hex.js';
import type { NamedChain } from '../../reading/ethereum.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { Hex, TransactionToSign } from './transaction.js';
import { unsignedTransaction } from './unsignedTransaction.js';

/** What a person is shown of a chain. */
export const named = ({ id, name, nativeCurrency: { symbol, decimals }, highFee }: EthereumChain): NamedChain => ({
  id,
  name,
  symbol,
  decimals,
  highFee,
});

/** A filled transaction, and what is asked for. */
type Asked = {
  readonly chain: EthereumChain;
  readonly address: Hex;
  readonly transaction: TransactionToSign;
  /** Whether it is sent, too. */
  readonly isSent: boolean;
  /** What the chain takes for its bytes beside gas, in wei. */
  readonly dataFee?: bigint | undefined;
};

/** What a person is shown of a filled transaction: its bytes, but for a nonce that is left open. @throws {EthereumError} */
export async function transactionRequest({
  chain,
  address,
  transaction,
  isSent,
  dataFee,
}: Asked): Promise<SignatureRequest> {
  const { nonce } = transaction;
  return {
    kind: 'transaction',
    ...(nonce !== undefined && { nonce: Number(nonce) }),
    ...(dataFee && { dataFee: `${dataFee}` }),
    address,
    chain: named(chain),
    unsignedTransaction: toHex(await unsignedTransaction(transaction)),
    isSent,
  };
}
