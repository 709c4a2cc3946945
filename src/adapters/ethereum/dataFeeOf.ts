import type { AskNode } from '../../client/askNode.js';
import type { EthereumChain } from '../../client/chains.js';
import { loadPart } from '../../client/loadPart.js';
import type { TransactionToSign } from './transaction.js';

/** What a chain takes for a transaction's bytes beside gas, in wei. `undefined`: it takes nothing. @throws {EthereumError} */
export const dataFeeOf = async (
  transaction: TransactionToSign,
  chain: EthereumChain,
  ask: AskNode,
): Promise<bigint | undefined> =>
  chain.feeOracle === undefined ? undefined : (await loadPart(import('./dataFee.js'))).dataFee(transaction, chain, ask);
