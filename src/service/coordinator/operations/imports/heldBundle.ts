import type { Bytes } from '../../../../crypto/bytes.js';
import { fromHex, toHex } from '../../../../crypto/hex.js';

/**
 * A bundle of an import that waits for votes, with the key that opens it, as the activity keeps them: sealed with its parameters, and
 * gone with them. The key's 32 bytes stand before the bundle.
 */
export const writeHeldBundle = (targetKey: Bytes, bundle: string): string => `${toHex(targetKey)}${bundle}`;

/** What {@link writeHeldBundle} wrote. The key is the caller's to wipe. */
export const readHeldBundle = (held: string): { readonly targetKey: Bytes; readonly bundle: string } => ({
  targetKey: fromHex(held.slice(0, 64)),
  bundle: held.slice(64),
});
