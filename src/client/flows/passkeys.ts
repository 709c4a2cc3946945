import type { Session } from '../../sessions/session.js';
import type { PasskeySupport } from '../../stampers/passkeySupport.js';
import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import type { PasskeyModel } from '../passkeys/models.js';
import type { AddPasskeyOptions, RemovePasskeyOptions, SignUpOptions } from '../passkeys/options.js';
import { configOf } from '../serviceConfig.js';

/**
 * Signs a person up with a passkey alone, and logs them in: a new account, with the wallet of the settings. The browser asks once. Call it
 * from a click. An account without a contact is lost with its passkeys: offer a second login method.
 *
 * @throws {PasskeyError} PASSKEY_CANCELLED, PASSKEY_TIMED_OUT, PASSKEY_NOT_SUPPORTED, PASSKEY_ORIGIN_NOT_ALLOWED, PASSKEY_BUSY,
 * PASSKEY_FAILED
 * @throws {RefusedError} METHOD_NOT_ENABLED, PASSKEY_INVALID: the device is told to forget the passkey; TOO_MANY_SIGNUPS; as stamp_login
 * answers, once the account is there: then its passkey logs in
 * @throws {UnreachableError}
 * @throws the signal's reason, once it is aborted
 * @example
 * const session = await signUpWithPasskey(client, { userName: 'Ada' })
 */
export async function signUpWithPasskey(client: Client, options: SignUpOptions = {}): Promise<Session> {
  const { signUp } = await loadPart(import('../passkeys/signUp.js'));
  return signUp(client, options);
}

/**
 * Adds a passkey of this device to the logged-in person's account. Call it from a click.
 *
 * @returns the passkey's id in the account (`authenticatorId`).
 * @throws {PasskeyError} PASSKEY_ALREADY_REGISTERED where this device has one of the account; and as {@link signUpWithPasskey} does
 * @throws {RefusedError} TOO_MANY_PASSKEYS, PASSKEY_INVALID: the device is told to forget the passkey; FRESH_LOGIN_REQUIRED: the next call,
 * once the person has logged in again, registers the passkey that was made
 */
export async function addPasskey(client: Client, options: AddPasskeyOptions = {}): Promise<string> {
  const { add } = await loadPart(import('../passkeys/accountPasskeys.js'));
  return add(client, options);
}

/**
 * Removes a passkey from the logged-in person's account, and tells this device to stop offering it; other devices learn of it when they log
 * in.
 *
 * @throws {RefusedError} LAST_CREDENTIAL where it is the last way in; FRESH_LOGIN_REQUIRED, AUTHENTICATOR_NOT_FOUND
 */
export async function removePasskey(client: Client, options: RemovePasskeyOptions): Promise<void> {
  const { removeFromAccount } = await loadPart(import('../passkeys/accountPasskeys.js'));
  return removeFromAccount(client, options);
}

/**
 * Logs the person in again with one of their passkeys, for requests that require a fresh login. The new session replaces the active one.
 */
export async function confirmByPasskey(client: Client): Promise<Session> {
  const { confirm } = await loadPart(import('../passkeys/confirm.js'));
  return confirm(client, {});
}

/** The passkey provider (as `iCloud Keychain`) that an `aaguid` names; `undefined` if unknown. */
export async function passkeyModel(aaguid: string): Promise<PasskeyModel | undefined> {
  const { modelOf } = await loadPart(import('../passkeys/models.js'));
  return modelOf(aaguid);
}

/** What to offer on this device. {@link PasskeySupport} */
export async function passkeySupport(): Promise<PasskeySupport> {
  const { askSupport } = await loadPart(import('../../stampers/passkeySupport.js'));
  return askSupport();
}

/**
 * Loads what the next dialog needs, so that it opens right at the click: Safari opens none long after one. Call it while a passkey login is
 * offered; what has not loaded by then, the click requests again.
 */
export async function preparePasskeys(client: Client): Promise<void> {
  try {
    const [{ loadBrowser }] = await Promise.all([
      import('../../stampers/passkeyCeremony.js'),
      import('../passkeys/logIn.js'),
      import('../passkeys/signUp.js'),
    ]);
    await Promise.all([loadBrowser(), configOf(client, {})]);
  } catch {
    // Not awaited.
  }
}
