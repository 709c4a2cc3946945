import { EthereumError } from './ethereumError.js';
import type { Hex } from './transaction.js';
import { isHex } from './values.js';

/**
 * The data that send tokens: transfer(address,uint256).
 *
 * @param amount - in the token's smallest units.
 * @throws {EthereumError} TRANSACTION_MALFORMED
 * @see ERC-20; Solidity documentation, "Contract ABI Specification"
 */
export function tokenTransferData(to: string, amount: bigint): Hex {
  return `0xa9059cbb${addressWord(to)}${numberWord(amount)}`;
}

/** The data that ask for how many tokens an address has: balanceOf(address). @see ERC-20 */
export function tokenBalanceData(of: string): Hex {
  return `0x70a08231${addressWord(of)}`;
}

/** What balanceOf answered, in the smallest units. `undefined`: no token of ERC-20 is there. */
export const tokenAmountIn = (answer: unknown): bigint | undefined =>
  isHex(answer) && answer.length === 66 ? BigInt(answer) : undefined;

function addressWord(address: string): string {
  if (/^0x[\da-f]{40}$/i.test(address)) return address.slice(2).toLowerCase().padStart(64, '0');
  throw new EthereumError('TRANSACTION_MALFORMED', `${address} is no address of Ethereum.`);
}

function numberWord(number: bigint): string {
  if (number >= 0n && number < 2n ** 256n) return number.toString(16).padStart(64, '0');
  throw new EthereumError('TRANSACTION_MALFORMED', 'An amount is a whole number from 0 to 2^256 - 1.');
}
