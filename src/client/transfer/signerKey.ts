import type { Client } from '../createClient.js';
import { trustOf } from '../trust.js';
import { TransferError } from './transferError.js';

/**
 * The pinned key that signs bundles. It must come from the settings: a key received over the network could be replaced, and the sealed
 * secret read.
 *
 * @throws {TransferError} SIGNER_KEY_MISSING
 */
export async function signerKeyOf(client: Client): Promise<string> {
  const trust = await trustOf(client);
  if (trust) return trust.signerPublicKey;
  throw new TransferError(
    'SIGNER_KEY_MISSING',
    'Import and export need settings.trust, the public keys that "latchkey init" prints: with them the kit knows the service’s own bundles.',
  );
}
