import type * as imports from '../../../src/contract/imports.js';
import { initImportPrivateKey, initImportWallet } from '../../../src/contract/imports.js';
import { type Bytes, utf8 } from '../../../src/crypto/bytes.js';
import { readEnvelope } from '../../../src/crypto/envelope.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { sealImportBundle } from '../../../src/crypto/importBundle.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

/** A mnemonic of BIP-39's test vectors, whose entropy is zeros. */
export const exampleWords = `${'abandon '.repeat(11)}about`;
/** A private key that is valid on every curve. */
export const exampleKey: Bytes = fromHex('11'.repeat(32));

/** Seals a plaintext to the key of a started import, without a check of its signer. */
export async function sealedImport(importBundle: string, plaintext: Bytes): Promise<string> {
  const { enclaveQuorumPublic: signerPublicKey, data } = JSON.parse(importBundle);
  await readEnvelope(importBundle, signerPublicKey);
  const { organizationId, userId } = JSON.parse(new TextDecoder().decode(fromHex(data)));
  return sealImportBundle(importBundle, plaintext, { signerPublicKey, organizationId, userId });
}

/** A bundle that cannot be opened. */
const sealedToNobody = JSON.stringify({ encappedPublic: `04${'0'.repeat(128)}`, ciphertext: '00' });

/** A bundle for an import that the root user has started. Other users get one that cannot be opened. */
const sealedBy =
  (row: typeof initImportWallet | typeof initImportPrivateKey, plaintext: Bytes) =>
  async ({ root, userId, done }: Maker): Promise<string> =>
    userId === root.userId ? sealedImport((await done(row, { userId })).importBundle, plaintext) : sealedToNobody;

export const importResources = {
  walletBundle: { absent: sealedToNobody, make: sealedBy(initImportWallet, utf8(exampleWords)) },
  privateKeyBundle: { absent: sealedToNobody, make: sealedBy(initImportPrivateKey, exampleKey) },
};

export const importExamples: Examples<typeof imports> = {
  initImportWallet: { request: ({ rootUserId: userId }) => ({ userId }), ofForeign: 'USER_NOT_FOUND' },
  importWallet: {
    request: async ({ rootUserId: userId, spare }) => ({
      userId,
      walletName: unique('Imported'),
      encryptedBundle: await spare('walletBundle', userId),
      accounts: [],
    }),
    ofForeign: 'USER_NOT_FOUND',
  },
  initImportPrivateKey: { request: ({ rootUserId: userId }) => ({ userId }), ofForeign: 'USER_NOT_FOUND' },
  importPrivateKey: {
    request: async ({ rootUserId: userId, spare }) => ({
      userId,
      privateKeyName: unique('Imported'),
      encryptedBundle: await spare('privateKeyBundle', userId),
      curve: 'CURVE_SECP256K1',
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    }),
    ofForeign: 'USER_NOT_FOUND',
  },
};
