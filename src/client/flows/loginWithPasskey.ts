import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import type { AutofillOptions, DialogOptions } from '../passkeys/options.js';

/**
 * Opens the browser's dialog, in which the person picks a passkey, and makes it a session, the active one. Nobody has to say who they
 * are before. Call it from a click.
 *
 * @throws {PasskeyError} PASSKEY_CANCELLED, PASSKEY_TIMED_OUT, PASSKEY_NOT_SUPPORTED, PASSKEY_ORIGIN_NOT_ALLOWED, PASSKEY_BUSY,
 * PASSKEY_FAILED
 * @throws {RefusedError} PUBLIC_KEY_NOT_FOUND: the passkey was removed from its account; STAMP_INVALID, PASSKEY_CLONED
 * @throws {UnreachableError} the same call may be made again
 * @throws the signal's reason, once it is aborted: at once, whatever the browser does
 * @example
 * const session = await loginWithPasskey(client)
 */
export async function loginWithPasskey(client: Client, options: DialogOptions = {}): Promise<Session> {
  const { logIn } = await loadPart(import('../passkeys/logIn.js'));
  return logIn(client, options);
}

/**
 * Offers the site's passkeys in the autofill of a field, until the person picks one that logs them in: the field's `autocomplete`
 * ends with `webauthn`. To be called when the field is shown. The offer comes back after every failure, gives way to a dialog and
 * returns after it, and is renewed before the service finds it too old.
 *
 * @throws {PasskeyError} PASSKEY_NOT_SUPPORTED where the browser has no such offers; PASSKEY_ORIGIN_NOT_ALLOWED
 * @throws the signal's reason, once it is aborted
 */
export async function loginWithPasskeyAutofill(client: Client, options: AutofillOptions = {}): Promise<Session> {
  const { logInByAutofill } = await loadPart(import('../passkeys/logIn.js'));
  return logInByAutofill(client, options);
}
