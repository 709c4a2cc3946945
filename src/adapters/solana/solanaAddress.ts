import { fromBase58 } from '../../crypto/base58.js';
import type { Bytes } from '../../crypto/bytes.js';

/** The public key that an address is. `undefined`: it is none of Solana. */
export function solanaPublicKey(address: string): Bytes | undefined {
  try {
    const key = fromBase58(address);
    return key.length === 32 ? key : undefined;
  } catch {
    return undefined;
  }
}
