import type { AskNode } from '../../client/askNode.js';
import type { EthereumChain } from '../../client/chains.js';
import { toHex } from '../../crypto/hex.js';
import { codedRefusal } from './codedRefusal.js';
import { number } from './fillTransaction.js';
import type { TransactionToSign } from './transaction.js';
import { unsignedTransaction } from './unsignedTransaction.js';

/**
 * What a rollup takes for a transaction's bytes on Ethereum, in wei, at the prices of now: it comes beside gas, and no field of
 * the transaction bounds it. `undefined`: it takes nothing.
 *
 * @throws {EthereumError} CHAIN_REFUSED, CHAIN_UNREACHABLE
 * @see https://specs.optimism.io/protocol/exec-engine.html#l1-cost-fees-l1-fee-vault
 */
export async function dataFeeOf(
  transaction: TransactionToSign,
  chain: EthereumChain,
  ask: AskNode,
): Promise<bigint | undefined> {
  if (chain.feeOracle === undefined) return undefined;
  const bytes = toHex(await unsignedTransaction(transaction));
  const words = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0');
  const data = `0x49948e0e${word(32)}${word(bytes.length / 2)}${words}`;
  return codedRefusal('CHAIN_REFUSED', async () =>
    number(await ask('eth_call', [{ to: gasPriceOracle, data }, 'latest']), chain),
  );
}

/** A contract that each chain of the OP Stack has there: getL1Fee(bytes). */
const gasPriceOracle = '0x420000000000000000000000000000000000000F';

const word = (number: number): string => number.toString(16).padStart(64, '0');
