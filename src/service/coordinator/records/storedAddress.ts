import { checksumAddress } from '../../../crypto/ethereum.js';

/**
 * An address as it is stored: Ethereum's with its checksum, in whatever case its hex is written; any other as it is.
 *
 * @see ERC-55
 */
export async function storedAddress(address: string): Promise<string> {
  return /^0x[\da-fA-F]{40}$/.test(address) ? checksumAddress(address) : address;
}
