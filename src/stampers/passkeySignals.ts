/**
 * Tells this device that the service knows nothing of a passkey, so that it is not offered any more. Browsers without such a word do
 * nothing, and no one is told whether it was heeded.
 *
 * @see WebAuthn Level 3, 5.1.10.2
 */
export const signalUnknownPasskey = (rpId: string, credentialId: string): Promise<void> =>
  signal({ signalName: 'unknownCredential', rpID: rpId, credentialID: credentialId });

/** What the service holds of an account, under what its passkeys know it by. */
export type KnownAccount = {
  readonly userHandle: string;
  readonly userName: string;
  /** All of the account's, by their ids in base64url, of whatever device. */
  readonly credentialIds: readonly string[];
};

/**
 * Tells this device which of an account's passkeys are good, and what the account is called now.
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

async function signal(said: Signal): Promise<void> {
  try {
    const { sendSignal } = await import('@simplewebauthn/browser');
    await sendSignal(said);
  } catch {
    // An old browser, or none: then the passkey stays on the list until its holder removes it there.
  }
}
