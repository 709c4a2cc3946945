import type { RecoveryKeys } from '../../../contract/facts.js';
import { refused } from '../../../contract/refusals.js';
import type { Caller } from './caller.js';

/** @see docs/wire.md 2.12 */
export const recoveryKeyType = 'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256';

export const isRecoveryKey = ({ credential }: Caller): boolean => credential?.credentialType === recoveryKeyType;

/** A recovery key may only be used for recovery. @throws {RefusedError} NOT_AUTHORIZED */
export function checkRecoveryKey({ recoveryKeys }: { readonly recoveryKeys: RecoveryKeys }, caller: Caller): void {
  if (recoveryKeys === 'not taken' && isRecoveryKey(caller))
    throw refused('NOT_AUTHORIZED', { about: 'a recovery key is for recovering alone' });
}
