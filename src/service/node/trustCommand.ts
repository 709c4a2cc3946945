import { toBase64 } from '../../crypto/base64.js';
import { sha256 } from '../../crypto/digest.js';
import { toHex } from '../../crypto/hex.js';
import { sendByChannel } from '../delivery/channels.js';
import type { InitEnvironment } from './environment.js';
import { openService } from './openService.js';
import { openInitialised } from './openStore.js';
import type { Outputs } from './outputs.js';

/**
 * `latchkey trust`: prints the software root of the database's App Proofs as base64 of DER, which is what verifiers take. It makes the
 * root where there is none yet.
 *
 * @throws {DatabaseError} NOT_INITIALISED
 * @throws {SecretsError} SECRETS_UNFIT
 * @throws {StoreError} STORE_UNAVAILABLE
 */
export async function trustCommand({ store, secrets }: InitEnvironment, { print, say }: Outputs): Promise<void> {
  const service = await openService(await openInitialised(store), { secrets, send: sendByChannel({}) });
  try {
    const root = await service.tools.attestor.root();
    print(toBase64(root));
    say(`The root of this service's App Proofs, which is software: SHA-256 ${toHex(await sha256(root))}.`);
  } finally {
    await service.close();
  }
}
