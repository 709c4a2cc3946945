import type { AuthenticatorParams } from '../contract/shapes.js';
import { fromBase64Url, toBase64Url } from '../crypto/base64url.js';
import { utf8 } from '../crypto/bytes.js';
import { toHex } from '../crypto/hex.js';
import { type Browser, type CeremonyOptions, openDialog } from './passkeyCeremony.js';

/** The passkey to create. */
export type NewPasskey = CeremonyOptions & {
  /** The relying party's id. Default: the page's host. */
  readonly rpId?: string | undefined;
  /** The app's name, as some browsers show it. */
  readonly rpName: string;
  /** The account's name, as the browser shows it in its list of passkeys. */
  readonly userName: string;
  /** The account's user handle, base64url of 1 to 64 bytes without personal data. */
  readonly userHandle: string;
  /** Passkeys of the same account: an authenticator that has one of them creates no other. */
  readonly held?: readonly { readonly id: string; readonly transports?: readonly string[] }[] | undefined;
  /** What the passkey answers, base64url, where it is to prove something. Default: 32 random bytes. */
  readonly challenge?: string | undefined;
  /** Default: `preferred`. */
  readonly userVerification?: 'preferred' | 'required' | undefined;
};

/** A passkey that was created, and is not registered yet. */
export type MadePasskey = Omit<AuthenticatorParams, 'authenticatorName'> & {
  /** The authenticator's model, as a UUID; all zeros if unknown. */
  readonly aaguid: string;
};

/**
 * Creates a passkey in the browser: a discoverable one, by any authenticator.
 *
 * @throws {PasskeyError}
 * @throws the signal's reason, once it is aborted
 */
export async function createPasskey(passkey: NewPasskey): Promise<MadePasskey> {
  const { rpId, rpName, userName, userHandle, held = [], userVerification = 'preferred' } = passkey;
  const { challenge = toBase64Url(crypto.getRandomValues(new Uint8Array(32))) } = passkey;
  const { id, response } = await openDialog(
    'create',
    (browser, timeoutMs) =>
      browser.startRegistration({
        optionsJSON: {
          challenge,
          rp: { name: rpName, ...(rpId !== undefined && { id: rpId }) },
          user: { id: userHandle, name: userName, displayName: userName },
          pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
          excludeCredentials: held.map(({ id, transports }) => ({
            id,
            type: 'public-key',
            ...(transports && { transports: transports as Transports }),
          })),
          authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
          attestation: 'none',
          timeout: timeoutMs,
        },
      }),
    passkey,
  );
  const { clientDataJSON: clientDataJson, attestationObject, transports = [], authenticatorData } = response;
  const known = transports.map((name) => `AUTHENTICATOR_TRANSPORT_${name.toUpperCase()}`).filter(isOnTheWire);
  const attestation = { credentialId: id, clientDataJson, attestationObject, transports: known };
  return { challenge, attestation, aaguid: aaguidOf(authenticatorData) };
}

/** The user handle of an account, which authenticators store: the user's id, which contains no personal data. */
export const userHandleOf = (userId: string): string => toBase64Url(utf8(userId));

/** The user handle of an account without an id yet: 32 random bytes. */
export const newUserHandle = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

type Transports = NonNullable<NonNullable<RegistrationOptions['excludeCredentials']>[number]['transports']>;
type RegistrationOptions = Parameters<Browser['startRegistration']>[0]['optionsJSON'];

/** ES256, EdDSA, RS256, in order of preference. @see RFC 9053; RFC 8812 */
const algorithms = [-7, -8, -257];

const transportsOnTheWire = ['BLE', 'INTERNAL', 'NFC', 'USB', 'HYBRID'].map(
  (name) => `AUTHENTICATOR_TRANSPORT_${name}`,
);
const isOnTheWire = (name: string): boolean => transportsOnTheWire.includes(name);

/** The 16 bytes behind rpIdHash, flags and counter. @see WebAuthn Level 3, 6.5.1 */
function aaguidOf(authenticatorData: string | undefined): string {
  const bytes = authenticatorData === undefined ? new Uint8Array(53) : fromBase64Url(authenticatorData);
  return toHex(bytes.slice(37, 53)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
