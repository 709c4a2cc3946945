/**
 * Tells this device that a passkey is unknown to the service, so that it is no longer offered. Browsers without this API do nothing, and
 * the result is not reported.
 *
 * @see WebAuthn Level 3, 5.1.10.2
 */
export const signalUnknownPasskey = (rpId: string, credentialId: string): Promise<void> =>
  signal({ signalName: 'unknownCredential', rpID: rpId, credentialID: credentialId });

/** The service's data of an account, for the device's passkeys. */
export type KnownAccount = {
  readonly userHandle: string;
  readonly userName: string;
  /** All of the account's credential ids in base64url, of any device. */
  readonly credentialIds: readonly string[];
};

/**
 * Tells this device which of an account's passkeys are valid, and the account's current name.
 *
 * @see WebAuthn Level 3, 5.1.10.3 and 5.1.10.4
 */
export async function signalAccount(
  rpId: string,
  { userHandle, userName, credentialIds }: KnownAccount,
): Promise<void> {
  const account = { rpID: rpId, userID: userHandle };
  await signal({ ...account, signalName: 'allAcceptedCredentials', allAcceptedCredentialIDs: [...credentialIds] });
  await signal({ ...account, signalName: 'currentUserDetails', userName, userDisplayName: userName });
}

type Signal = Parameters<typeof import('@simplewebauthn/browser')['sendSignal']>[0];

async function signal(sent: Signal): Promise<void> {
  try {
    const { sendSignal } = await import('@simplewebauthn/browser');
    await sendSignal(sent);
  } catch {
    // An old browser, or none: the passkey stays in its list until the person removes it.
  }
}
