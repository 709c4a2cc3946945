import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import type { AutofillOptions, PasskeyLoginOptions } from '../passkeys/options.js';

/**
 * Logs in with a passkey that the person picks in the browser's dialog; the new session is the active one. No name or contact is needed
 * first. Call it from a click.
 *
 * @throws {PasskeyError} PASSKEY_CANCELLED, PASSKEY_TIMED_OUT, PASSKEY_NOT_SUPPORTED, PASSKEY_ORIGIN_NOT_ALLOWED, PASSKEY_BUSY,
 * PASSKEY_FAILED
 * @throws {RefusedError} CREDENTIAL_NOT_FOUND: the passkey was removed from its account; STAMP_INVALID, PASSKEY_CLONED
 * @throws {UnreachableError} the same call may be made again
 * @throws the signal's reason, once it is aborted: at once, whatever the browser does
 * @example
 * const session = await loginWithPasskey(client)
 */
export async function loginWithPasskey(client: Client, options: PasskeyLoginOptions = {}): Promise<Session> {
  const { logInByPasskey } = await loadPart(import('../passkeys/logIn.js'));
  return logInByPasskey(client, options);
}

/**
 * Offers the site's passkeys in the autofill of a field whose `autocomplete` ends with `webauthn`, until one of them logs the person in.
 * Call it when the field is shown. The offer returns after every failure, pauses for passkey dialogs, and is renewed before the service
 * would find it too old.
 *
 * @throws {PasskeyError} PASSKEY_NOT_SUPPORTED where the browser has no such offers; PASSKEY_ORIGIN_NOT_ALLOWED
 * @throws the signal's reason, once it is aborted
 */
export async function loginWithPasskeyAutofill(client: Client, options: AutofillOptions = {}): Promise<Session> {
  const { logInByAutofill } = await loadPart(import('../passkeys/logIn.js'));
  return logInByAutofill(client, options);
}
