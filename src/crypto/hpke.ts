import { LatchkeyError } from '../errors.js';
import { type Bytes, concat } from './bytes.js';
import { fromHex } from './hex.js';
import { kemSharedSecret, keySchedule, keyScheduleContext } from './hpkeSchedule.js';
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
export async function sealBundle({
  recipient,
  plaintext,
  ephemeral,
}: {
  recipient: Bytes;
  plaintext: Bytes;
  ephemeral?: AgreementKey;
}): Promise<Sealed> {
  const pair = ephemeral ?? (await createAgreementKey());
  return sealTo(recipient, pair, bundleContext, concat(pair.publicKey, recipient), plaintext);
}

/**
 * Opens what {@link sealBundle} sealed.
 *
 * @throws {HpkeError} HPKE_OPEN_FAILED
 */
export async function openBundle({ recipient, enc, ciphertext }: Sealed & { recipient: AgreementKey }): Promise<Bytes> {
  return opening(() => {
    const dh = agree(recipient.privateKey, enc);
    return decrypt(dh, enc, recipient.publicKey, bundleContext, concat(enc, recipient.publicKey), ciphertext);
  });
}

/**
 * Opens what {@link sealBundle} sealed, by the secret that its sender and the recipient agree on and the encapsulated key.
 *
 * @param recipient - 65 bytes, SEC 1 uncompressed.
 * @throws {HpkeError} HPKE_OPEN_FAILED
 */
export async function openAgreed(
  recipient: Bytes,
  ciphertext: Bytes,
  agreement: () => Promise<{ dh: Bytes; enc: Bytes }>,
): Promise<Bytes> {
  return opening(async () => {
    const { dh, enc } = await agreement();
    return decrypt(dh, enc, recipient, bundleContext, concat(enc, recipient), ciphertext);
  });
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
  return sealTo(recipient, ephemeral ?? (await createAgreementKey()), keyScheduleContext(info), aad, plaintext);
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
  return opening(() => {
    const dh = agree(recipient.privateKey, enc);
    return decrypt(dh, enc, recipient.publicKey, keyScheduleContext(info), aad, ciphertext);
  });
}

/** {@link keyScheduleContext} of `turnkey_hpke`, the same for every bundle. */
export const bundleContext: Bytes = /* @__PURE__ */ fromHex(
  '008fc3aeb832490a4b5ab3e42023287db29a1f4bc7c222c0df228727b70a4021122f3f04e9206cd12413503529b47ac6a630b92ec4cf7d234508d0af9771c99e50',
);

type Context = Bytes | Promise<Bytes>;

async function sealTo(
  recipient: Bytes,
  { publicKey: enc, privateKey }: AgreementKey,
  context: Context,
  additionalData: Bytes,
  plaintext: Bytes,
): Promise<Sealed> {
  const sharedSecret = agree(privateKey, recipient).then((dh) => kemSharedSecret(dh, enc, recipient));
  const { key, baseNonce } = await keySchedule(sharedSecret, context, 'encrypt');
  const algorithm = { name: 'AES-GCM', iv: baseNonce, additionalData };
  return { enc, ciphertext: new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plaintext)) };
}

/** Message 0, whose nonce is the base nonce itself. */
async function decrypt(
  dh: Promise<Bytes> | Bytes,
  enc: Bytes,
  recipient: Bytes,
  context: Context,
  additionalData: Bytes,
  ciphertext: Bytes,
): Promise<Bytes> {
  const sharedSecret = Promise.resolve(dh).then((agreed) => kemSharedSecret(agreed, enc, recipient));
  const { key, baseNonce } = await keySchedule(sharedSecret, context, 'decrypt');
  const algorithm = { name: 'AES-GCM', iv: baseNonce, additionalData };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, ciphertext));
}

async function opening(open: () => Promise<Bytes>): Promise<Bytes> {
  try {
    return await open();
  } catch (cause) {
    throw new HpkeError('HPKE_OPEN_FAILED', 'This message was sealed to another key, or was changed on its way.', {
      cause,
    });
  }
}

/** A sealed message that does not open. */
export class HpkeError extends LatchkeyError<'HPKE_OPEN_FAILED'> {}
