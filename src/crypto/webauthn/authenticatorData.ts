import type { Bytes } from '../bytes.js';
import { type Cbor, readCborPrefix } from '../cbor.js';
import { toHex } from '../hex.js';
import { cborMalformed, WebauthnError } from './webauthnError.js';

/** What an authenticator signs, beside the client data. */
export type AuthenticatorData = {
  /** SHA-256 of the relying party's id: 32 bytes. */
  readonly rpIdHash: Bytes;
  readonly userPresent: boolean;
  readonly userVerified: boolean;
  /** Whether the passkey may be kept in more than one place. */
  readonly backupEligible: boolean;
  /** Whether it is. */
  readonly backedUp: boolean;
  /** How often it signed; 0 where the authenticator does not count. */
  readonly signCount: number;
  /** The passkey, in a registration. */
  readonly attested: AttestedCredential | undefined;
};

/** A passkey that was just made. */
export type AttestedCredential = {
  /** The authenticator's model, as a UUID; all zeros where it does not tell. */
  readonly aaguid: string;
  /** 1 to 1,023 bytes. */
  readonly credentialId: Bytes;
  /** The public key as COSE has it. */
  readonly publicKey: Bytes;
  readonly cose: Cbor;
};

/**
 * Reads authenticator data to its last byte.
 *
 * @throws {WebauthnError} AUTHENTICATOR_DATA_MALFORMED, CBOR_MALFORMED, BACKUP_STATE
 * @see WebAuthn Level 3, section 6.1
 */
export function readAuthenticatorData(bytes: Bytes): AuthenticatorData {
  if (bytes.length < 37) throw malformed();
  const flags = bytes[32] ?? 0;
  const has = (flag: number) => (flags & flag) !== 0;
  let end = 37;
  let attested: AttestedCredential | undefined;
  if (has(flag.attested)) ({ attested, end } = readAttested(bytes));
  if (has(flag.extensions)) {
    const extensions = readCborPrefix(bytes, end, cborMalformed);
    if (!(extensions.item instanceof Map)) throw malformed();
    end = extensions.end;
  }
  if (end !== bytes.length) throw malformed();
  if (has(flag.backedUp) && !has(flag.backupEligible)) {
    throw new WebauthnError('BACKUP_STATE', 'A passkey that may not be backed up says that it is.');
  }
  return {
    rpIdHash: bytes.slice(0, 32),
    userPresent: has(flag.userPresent),
    userVerified: has(flag.userVerified),
    backupEligible: has(flag.backupEligible),
    backedUp: has(flag.backedUp),
    signCount: new DataView(bytes.buffer, bytes.byteOffset).getUint32(33),
    attested,
  };
}

const flag = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, attested: 64, extensions: 128 };

function readAttested(bytes: Bytes): { attested: AttestedCredential; end: number } {
  if (bytes.length < 55) throw malformed();
  const length = (bytes[53] ?? 0) * 256 + (bytes[54] ?? 0);
  const keyStart = 55 + length;
  if (length === 0 || length > longestCredentialId || keyStart > bytes.length) throw malformed();
  const { item, end } = readCborPrefix(bytes, keyStart, cborMalformed);
  const id = toHex(bytes.slice(37, 53));
  const aaguid = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const credentialId = bytes.slice(55, keyStart);
  return { attested: { aaguid, credentialId, publicKey: bytes.slice(keyStart, end), cose: item }, end };
}

/** Bytes. @see WebAuthn Level 3, section 7.1, step 25 */
const longestCredentialId = 1023;

const malformed = () =>
  new WebauthnError('AUTHENTICATOR_DATA_MALFORMED', 'These bytes are not the data of an authenticator.');
