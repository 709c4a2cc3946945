/** The passkey features of this browser, as far as it reports them. */
export type PasskeySupport = {
  /** Whether a passkey can log in: of this device, of a phone nearby, or of a security key. */
  readonly use: boolean;
  /** Whether passkeys can be offered in a field's autofill. */
  readonly autofill: boolean;
  /** Whether this device can store a passkey, behind a PIN, a finger or a face; or a phone nearby can. */
  readonly create: boolean;
};

/**
 * The passkey features. Queried each time, since a person may enable their screen lock meanwhile; none on a server, or without HTTPS.
 *
 * @see WebAuthn Level 3, 5.1.7 (getClientCapabilities), 5.1.6, 5.1.4
 */
export async function askSupport(): Promise<PasskeySupport> {
  const api = globalThis.PublicKeyCredential as AskableApi | undefined;
  if (api === undefined) return { use: false, autofill: false, create: false };
  const capabilities = (await attempt(() => api.getClientCapabilities?.())) ?? {};
  const [autofill, create] = await Promise.all([
    capabilities.conditionalGet ?? attempt(() => api.isConditionalMediationAvailable?.()),
    capabilities.passkeyPlatformAuthenticator ?? attempt(() => api.isUserVerifyingPlatformAuthenticatorAvailable?.()),
  ]);
  return { use: true, autofill: autofill === true, create: create === true };
}

/** Browsers added the three in different years. */
type AskableApi = {
  readonly getClientCapabilities?: () => Promise<Readonly<Record<string, boolean>>>;
  readonly isConditionalMediationAvailable?: () => Promise<boolean>;
  readonly isUserVerifyingPlatformAuthenticatorAvailable?: () => Promise<boolean>;
};

/** A browser extension in between may throw, or never answer. */
async function attempt<Told>(ask: () => Promise<Told> | undefined): Promise<Told | undefined> {
  try {
    return await Promise.race([ask(), new Promise<undefined>((end) => setTimeout(end, 2000))]);
  } catch {
    return undefined;
  }
}
