import { BundleError, readingBundle } from './bundleError.js';
import { type Bytes, fromUtf8, utf8 } from './bytes.js';
import { readEnvelope, writeEnvelope } from './envelope.js';
import { fromHex, toHex } from './hex.js';
import { openBundle, sealBundle } from './hpke.js';
import { readJsonObject } from './json.js';
import { isPublicKeyText } from './newSigningKey.js';
import type { AgreementKey, Signer, SigningKey } from './p256.js';

/** What travels sealed: a code as it was typed, and the key that the token which it earns is to name. */
export type SealedCode = {
  readonly otpCode: string;
  /** 66 lowercase hex digits, SEC 1 compressed. */
  readonly publicKey: string;
};

/** Which code a target was made for, and where. */
export type CodePlace = { readonly organizationId: string; readonly otpId: string };

/**
 * Tells, signed, the key that a code is to be sealed to.
 *
 * @param targetPublicKey - 65 bytes, SEC 1 uncompressed; of this code alone.
 */
export const writeCodeTarget = (
  { targetPublicKey, organizationId, otpId }: CodePlace & { readonly targetPublicKey: Bytes },
  signer: SigningKey | Signer,
): Promise<string> => writeEnvelope({ targetPublic: toHex(targetPublicKey), organizationId, otpId }, signer);

/**
 * The key that a code is to be sealed to, as {@link writeCodeTarget} tells it.
 *
 * @param expected - `signerPublicKey`: the pinned key (65 bytes, lowercase hex). Without one the envelope is taken by whichever key it
 * names: then it proves that it is whole, and not whose it is.
 * @returns 65 bytes, SEC 1 uncompressed.
 * @throws {BundleError} BUNDLE_MALFORMED, BUNDLE_SIGNER_UNKNOWN, BUNDLE_SIGNATURE_INVALID, BUNDLE_FOR_ANOTHER
 */
export async function readCodeTarget(
  bundle: string,
  expected: CodePlace & { readonly signerPublicKey?: string | undefined },
): Promise<Bytes> {
  const { targetPublic, organizationId, otpId } = await readEnvelope(bundle, expected.signerPublicKey);
  if (organizationId !== expected.organizationId || otpId !== expected.otpId)
    throw new BundleError('BUNDLE_FOR_ANOTHER', 'This bundle was made for another code.');
  return readingBundle(() => {
    if (typeof targetPublic !== 'string' || targetPublic.length !== 130) throw malformed();
    return fromHex(targetPublic);
  });
}

/**
 * Seals a code, as {@link openCode} reads it.
 *
 * @param targetPublicKey - 65 bytes, SEC 1 uncompressed.
 * @returns JSON text of `encappedPublic` (65 bytes) and `ciphertext`, both hex. @see docs/wire.md 4(d')
 * @throws {KeyError} KEY_NOT_ON_CURVE
 */
export async function sealCode({ otpCode, publicKey }: SealedCode, targetPublicKey: Bytes): Promise<string> {
  const plaintext = utf8(JSON.stringify({ otp_code: otpCode, public_key: publicKey }));
  const { enc, ciphertext } = await sealBundle({ recipient: targetPublicKey, plaintext });
  return JSON.stringify({ encappedPublic: toHex(enc), ciphertext: toHex(ciphertext) });
}

/**
 * What {@link sealCode} sealed.
 *
 * @throws {BundleError} BUNDLE_MALFORMED
 * @throws {HpkeError} HPKE_OPEN_FAILED
 */
export async function openCode(bundle: string, target: AgreementKey): Promise<SealedCode> {
  const sealed = await readingBundle(() => {
    const { encappedPublic, ciphertext, ...others } = readJsonObject(bundle.length <= longest ? bundle : '');
    if (typeof encappedPublic !== 'string' || typeof ciphertext !== 'string' || !isEmpty(others)) throw malformed();
    return { enc: fromHex(encappedPublic), ciphertext: fromHex(ciphertext) };
  });
  const plaintext = await openBundle({ recipient: target, ...sealed });
  return readingBundle(() => {
    const { otp_code: otpCode, public_key: publicKey, ...others } = readJsonObject(fromUtf8(plaintext));
    if (typeof otpCode !== 'string' || !isPublicKeyText(publicKey) || !isEmpty(others)) throw malformed();
    return { otpCode, publicKey };
  });
}

/** A bundle of a code has some 500 characters. */
const longest = 4096;

const isEmpty = (members: object): boolean => Object.keys(members).length === 0;

const malformed = () =>
  new BundleError('BUNDLE_MALFORMED', 'A bundle of a code lacks a member, has one too many, or one of another form.');
