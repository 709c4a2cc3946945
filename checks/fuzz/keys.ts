import { fromHex } from '../../src/crypto/hex.js';
import { importAgreementKey, importSigningKey, publicKeyOf, readPublicKey } from '../../src/crypto/p256.js';

/** The keys that the kept tokens and bundles were made with. They open nothing else. */
const signerSecret = '11'.repeat(32);
const recipientSecret = '22'.repeat(32);

/** Signs tokens and export bundles. */
export const signer = await importSigningKey({
  publicKey: await publicKeyOf(signerSecret),
  privateKey: signerSecret,
});

/** Of {@link signer}: 33 bytes. */
export const signerPoint = readPublicKey(signer.publicKey);

/** Whom bundles are sealed to. */
export const recipient = await importAgreementKey(fromHex(recipientSecret));

/** The organization that tokens and bundles name. */
export const organizationId = '6f0d7a52-3c1e-4b7a-9a51-2f4c8de01b37';

/** The user who imports. */
export const importerId = '0c9b4a86-5f0e-4d0b-8f5e-7b1d2a3c4e5f';

/** What is in every kept credential bundle: 32 bytes, hex. */
export const sealedKey = '33'.repeat(32);

/** What is in every kept client secret. */
export const sealedSecret = 'a client secret';

/** What is in every kept export bundle, and import bundle. */
export const sealedWords = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
