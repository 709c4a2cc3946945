import { fromBase58 } from '../crypto/base58.js';
import { toHex } from '../crypto/hex.js';

/**
 * Whether the bytes of an address are anywhere in a transaction.
 *
 * @param transaction - in lower-case hex.
 * @param address - of Ethereum behind 0x, of Solana in base58.
 */
export function namesAddress(transaction: string, address: string): boolean {
  const bytes = address.startsWith('0x') ? address.slice(2) : toHex(fromBase58(address));
  return transaction.includes(bytes.toLowerCase());
}
