import { type Bytes, concat, equalBytes, utf8 } from '../../crypto/bytes.js';
import { uint32 } from '../../crypto/derivation/extendedKey.js';
import { hmacSha256 } from '../../crypto/digest.js';
import { toHex } from '../../crypto/hex.js';
import { LatchkeyError } from '../../errors.js';
import { type Aes256Gcm, type Random, webAes256Gcm } from '../primitives.js';

/** Encrypts what must not lie readable in the database, and finds its way back by the key id inside each ciphertext. */
export type Sealer = {
  /** The id of the master key that seals. */
  readonly keyId: string;
  /** @returns version (1 byte) ‖ length of the key id (1) ‖ key id ‖ nonce (12) ‖ ciphertext with its tag (16 more than the plaintext). */
  seal(context: SealContext, plaintext: Bytes): Promise<Bytes>;
  /**
   * @throws {SealError} SEAL_KEY_UNKNOWN: sealed under a master key that is not among those given;
   * SEAL_OPEN_FAILED: altered, or sealed for another place.
   */
  open(context: SealContext, sealed: Bytes): Promise<Bytes>;
};

/** The place a ciphertext belongs to. It opens nowhere else, so that two rows cannot be exchanged. */
export type SealContext = {
  readonly organizationId: string;
  /** What kind of thing it is, in the words of the code (`'accountKey'`, …); each has an encryption key of its own. */
  readonly purpose: string;
  readonly id: string;
};

/**
 * `id`: 1 to 255 bytes of UTF-8, stored in the clear beside each ciphertext; by default one that is derived from the key. `key`: 32 bytes.
 */
export type MasterKey = { readonly id?: string; readonly key: Bytes };

/** The id of an unnamed secret: 16 hex digits, which do not reveal it. */
export async function derivedKeyId(secret: Bytes): Promise<string> {
  return toHex((await hmacSha256(secret, utf8('latchkey/key id'))).subarray(0, 8));
}

/** What every value begins with that is sealed under the master key of this id. */
export function sealHeader(keyId: string): Bytes {
  const id = utf8(keyId);
  return concat(Uint8Array.of(version, id.length), id);
}

/** The id of the master key that a value is sealed under; `undefined` where it is none of ours. */
export function keyIdOf(sealed: Bytes): string | undefined {
  const [sealedVersion, idLength = 0] = sealed;
  if (sealedVersion !== version || sealed.length < 2 + idLength + nonceBytes + tagBytes) return undefined;
  return new TextDecoder().decode(sealed.subarray(2, 2 + idLength));
}

/**
 * AES-256-GCM under a key derived for each purpose, with random nonces: good for 2^32 seals per purpose before the master key should be
 * replaced. To replace it, put the new one first and keep the old ones behind it as long as rows have their ids.
 *
 * @param masterKeys - the first seals, all open. They are imported as non-extractable keys; the bytes stay the caller's.
 * @throws {SealError} MASTER_KEYS_INVALID
 * @see NIST SP 800-38D, 8.3 (the number of nonces); RFC 5869 (HKDF)
 */
export async function createSealer(settings: {
  readonly masterKeys: readonly MasterKey[];
  readonly random: Random;
  /** By default WebCrypto's. */
  readonly aes256Gcm?: Aes256Gcm;
}): Promise<Sealer> {
  const { aes256Gcm = webAes256Gcm } = settings;
  const keyrings = await Promise.all(settings.masterKeys.map(openKeyring));
  const [current] = keyrings;
  const distinct = new Set(keyrings.map(({ id }) => id)).size === keyrings.length;
  if (current === undefined || !distinct) throw invalid('Give at least one master key, and each an id of its own.');

  return {
    keyId: current.id,

    async seal(context, plaintext) {
      const nonce = settings.random(nonceBytes);
      const key = await current.keyFor(context.purpose);
      const ciphertext = await aes256Gcm.encrypt(key, nonce, placeOf(context), plaintext);
      return concat(current.header, nonce, ciphertext);
    },

    async open(context, sealed) {
      const { keyring, nonce, ciphertext } = split(context, sealed, keyrings);
      const key = await keyring.keyFor(context.purpose);
      try {
        return await aes256Gcm.decrypt(key, nonce, placeOf(context), ciphertext);
      } catch {
        throw new SealError('SEAL_OPEN_FAILED', 'The sealed value was altered, or belongs to another place.', context);
      }
    },
  };
}

type Keyring = {
  readonly id: string;
  /** What every ciphertext of this master key begins with. */
  readonly header: Bytes;
  readonly keyFor: (purpose: string) => Promise<CryptoKey>;
};

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

async function openKeyring({ id: givenId, key }: MasterKey): Promise<Keyring> {
  const id = givenId ?? (await derivedKeyId(key));
  const idBytes = utf8(id).length;
  if (idBytes < 1 || idBytes > 255) throw invalid('The id of a master key has 1 to 255 bytes.');
  if (key.length !== 32) throw invalid(`The master key "${id}" has ${key.length} bytes instead of 32.`);
  const master = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveKey']);
  const derived = new Map<string, Promise<CryptoKey>>();
  return {
    id,
    header: sealHeader(id),
    keyFor(purpose) {
      const known = derived.get(purpose);
      if (known) return known;
      const made = derivePurposeKey(master, purpose);
      derived.set(purpose, made);
      return made;
    },
  };
}

function derivePurposeKey(master: CryptoKey, purpose: string): Promise<CryptoKey> {
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(`latchkey/seal/${version}/${purpose}`) },
    master,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** version ‖ purpose ‖ organization ‖ id, each text behind its length (4 bytes, big-endian): no two places read alike. */
function placeOf({ purpose, organizationId, id }: SealContext): Bytes {
  const parts = [purpose, organizationId, id].map(utf8).flatMap((text) => [uint32(text.length), text]);
  return concat(Uint8Array.of(version), ...parts);
}

function split(
  context: SealContext,
  sealed: Bytes,
  keyrings: readonly Keyring[],
): { keyring: Keyring; nonce: Bytes; ciphertext: Bytes } {
  const [sealedVersion, idLength = 0] = sealed;
  const headerBytes = 2 + idLength;
  if (sealedVersion !== version || sealed.length < headerBytes + nonceBytes + tagBytes) {
    throw new SealError('SEAL_OPEN_FAILED', 'The sealed value is cut off, or not one of this version.', context);
  }
  const header = sealed.subarray(0, headerBytes);
  const keyring = keyrings.find((candidate) => equalBytes(candidate.header, header));
  if (!keyring) {
    throw new SealError(
      'SEAL_KEY_UNKNOWN',
      'The value is sealed under a master key that was not given. Keep replaced master keys until no row bears their id.',
      context,
    );
  }
  return {
    keyring,
    nonce: sealed.subarray(headerBytes, headerBytes + nonceBytes),
    ciphertext: sealed.subarray(headerBytes + nonceBytes),
  };
}

function invalid(message: string): SealError {
  return new SealError('MASTER_KEYS_INVALID', message);
}

type SealErrorCode = 'SEAL_OPEN_FAILED' | 'SEAL_KEY_UNKNOWN' | 'MASTER_KEYS_INVALID';

/** A value does not open, or the keys are none to seal with. */
export class SealError extends LatchkeyError<SealErrorCode> {
  /** Where the value stands. */
  readonly place: SealContext | undefined;

  constructor(code: SealErrorCode, message: string, place?: SealContext) {
    super(code, message);
    this.place = place;
  }
}
