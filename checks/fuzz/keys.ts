import { fromHex } from '../../src/crypto/hex.js';
import { importAgreementKey, importSigningKey, publicKeyOf, readPublicKey } from '../../src/crypto/p256.js';

/** The keys of the tokens and bundles in the corpus. They are used for nothing else. */
const signerSecret = '11'.repeat(32);
const recipientSecret = '22'.repeat(32);

/** Signs tokens and export bundles. */
export const signer = await importSigningKey({
  publicKey: await publicKeyOf(signerSecret),
  privateKey: signerSecret,
});

/** Of {@link signer}: 33 bytes. */
export const signerPoint = readPublicKey(signer.publicKey);

/** Bundles are sealed to this key. */
export const recipient = await importAgreementKey(fromHex(recipientSecret));

/** The organization that tokens and bundles name. */
export const organizationId = '6f0d7a52-3c1e-4b7a-9a51-2f4c8de01b37';

/** The user who imports. */
export const importerId = '0c9b4a86-5f0e-4d0b-8f5e-7b1d2a3c4e5f';

/** The content of every credential bundle of the corpus: 32 bytes, hex. */
export const sealedKey = '33'.repeat(32);

/** The content of every client secret of the corpus. */
export const sealedSecret = 'a client secret';

/** The content of every export bundle and import bundle of the corpus. */
export const sealedWords = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
