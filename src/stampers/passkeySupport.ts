/** What this browser can do with passkeys, as far as it tells. */
export type PasskeySupport = {
  /** Whether a passkey can log in: of this device, of a phone nearby, or of a security key. */
  readonly use: boolean;
  /** Whether passkeys can be offered in a field's autofill. */
  readonly autofill: boolean;
  /** Whether this device itself can keep a passkey, behind a PIN, a finger or a face; or a phone nearby can. */
  readonly create: boolean;
};

/**
 * What to offer. Asked of the browser each time, since a person may switch on their screen lock meanwhile; on a server, and on pages
 * without HTTPS, nothing.
 *
 * @see WebAuthn Level 3, 5.1.7 (getClientCapabilities), 5.1.6, 5.1.4
 */
export async function askSupport(): Promise<PasskeySupport> {
  const api = globalThis.PublicKeyCredential as AskableApi | undefined;
  if (api === undefined) return { use: false, autofill: false, create: false };
  const told = (await attempt(() => api.getClientCapabilities?.())) ?? {};
  const [autofill, create] = await Promise.all([
    told.conditionalGet ?? attempt(() => api.isConditionalMediationAvailable?.()),
    told.passkeyPlatformAuthenticator ?? attempt(() => api.isUserVerifyingPlatformAuthenticatorAvailable?.()),
  ]);
  return { use: true, autofill: autofill === true, create: create === true };
}

/** Browsers have the three since different years. */
type AskableApi = {
  readonly getClientCapabilities?: () => Promise<Readonly<Record<string, boolean>>>;
  readonly isConditionalMediationAvailable?: () => Promise<boolean>;
  readonly isUserVerifyingPlatformAuthenticatorAvailable?: () => Promise<boolean>;
};

/** A browser extension that stands in between may throw. */
async function attempt<Told>(ask: () => Promise<Told> | undefined): Promise<Told | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
