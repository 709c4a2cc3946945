import { LatchkeyError } from '../errors.js';
import { type Bytes, concat, utf8 } from './bytes.js';
import { kemSharedSecret, keySchedule } from './hpkeSchedule.js';
import { type AgreementKey, agree, createAgreementKey } from './p256.js';

/** One sealed message: what the recipient needs beside their private key. */
export type Sealed = {
  /** 65 bytes, the ephemeral public key, SEC 1 uncompressed. */
  readonly enc: Bytes;
  /** The plaintext's length + 16. */
  readonly ciphertext: Bytes;
};

/**
 * Seals one message as every bundle is sealed: info `turnkey_hpke`, and the additional data names both public keys.
 * `ephemeral` is for known answers alone; otherwise each message gets a fresh pair.
 *
 * @param recipient - 65 bytes, SEC 1 uncompressed.
 * @throws {KeyError} KEY_NOT_ON_CURVE
 */
export async function seal({
  recipient,
  plaintext,
  ephemeral,
}: {
  recipient: Bytes;
  plaintext: Bytes;
  ephemeral?: AgreementKey;
}): Promise<Sealed> {
  const pair = ephemeral ?? (await createAgreementKey());
  return sealBase({ recipient, info: bundleInfo, aad: concat(pair.publicKey, recipient), plaintext, ephemeral: pair });
}

/**
 * Opens what {@link seal} sealed.
 *
 * @throws {HpkeError} HPKE_OPEN_FAILED
 */
export async function open({ recipient, enc, ciphertext }: Sealed & { recipient: AgreementKey }): Promise<Bytes> {
  return openBase({ recipient, enc, info: bundleInfo, aad: concat(enc, recipient.publicKey), ciphertext });
}

/**
 * Single-shot HPKE in mode base: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. A context seals exactly one message,
 * so that no nonce can be used twice. `ephemeral` is used for this one message, and made here when it is not given.
 *
 * @param recipient - 65 bytes, SEC 1 uncompressed.
 * @throws {KeyError} KEY_NOT_ON_CURVE
 * @see RFC 9180, sections 5.1.1 and 6.1
 */
export async function sealBase({
  recipient,
  info,
  aad,
  plaintext,
  ephemeral,
}: {
  recipient: Bytes;
  info: Bytes;
  aad: Bytes;
  plaintext: Bytes;
  ephemeral?: AgreementKey;
}): Promise<Sealed> {
  const { publicKey: enc, privateKey } = ephemeral ?? (await createAgreementKey());
  const sharedSecret = agree(privateKey, recipient).then((dh) => kemSharedSecret(dh, enc, recipient));
  const { key, algorithm } = await firstMessage(sharedSecret, info, aad, 'encrypt');
  return { enc, ciphertext: new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plaintext)) };
}

/**
 * Opens what {@link sealBase} sealed, or any other implementation of the same suite.
 *
 * @param enc - 65 bytes, SEC 1 uncompressed.
 * @throws {HpkeError} HPKE_OPEN_FAILED, whatever the reason: another recipient, another context, or a changed byte.
 * @see RFC 9180, sections 5.1.1 and 6.1
 */
export async function openBase({
  recipient,
  enc,
  info,
  aad,
  ciphertext,
}: Sealed & { recipient: AgreementKey; info: Bytes; aad: Bytes }): Promise<Bytes> {
  try {
    const dh = agree(recipient.privateKey, enc);
    const sharedSecret = dh.then((agreed) => kemSharedSecret(agreed, enc, recipient.publicKey));
    const { key, algorithm } = await firstMessage(sharedSecret, info, aad, 'decrypt');
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, ciphertext));
  } catch (cause) {
    throw new HpkeError('HPKE_OPEN_FAILED', 'This message was sealed to another key, or was changed on its way.', {
      cause,
    });
  }
}

const bundleInfo = utf8('turnkey_hpke');

/** Key and parameters of message 0, whose nonce is the base nonce itself. */
async function firstMessage(
  sharedSecret: Promise<Bytes>,
  info: Bytes,
  additionalData: Bytes,
  usage: 'encrypt' | 'decrypt',
): Promise<{ key: CryptoKey; algorithm: AesGcmParams }> {
  const { key, baseNonce } = await keySchedule(sharedSecret, info);
  return {
    key: await crypto.subtle.importKey('raw', key, 'AES-GCM', false, [usage]),
    algorithm: { name: 'AES-GCM', iv: baseNonce, additionalData },
  };
}

/** A sealed message that does not open. */
export class HpkeError extends LatchkeyError<'HPKE_OPEN_FAILED'> {}
