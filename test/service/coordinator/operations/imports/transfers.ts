import { exportPrivateKey, exportWallet, exportWalletAccount } from '../../../../../src/contract/exports.js';
import {
  importPrivateKey,
  importWallet,
  initImportPrivateKey,
  initImportWallet,
} from '../../../../../src/contract/imports.js';
import type { AnswerOf, RequestOf } from '../../../../../src/contract/row.js';
import { openExportBundle } from '../../../../../src/crypto/bundles.js';
import { type Bytes, utf8 } from '../../../../../src/crypto/bytes.js';
import { toHex } from '../../../../../src/crypto/hex.js';
import { sealImportBundle } from '../../../../../src/crypto/importBundle.js';
import { type AgreementKey, createAgreementKey } from '../../../../../src/crypto/p256.js';
import { readWalletSecret, type WalletSecret } from '../../../../../src/crypto/walletSecret.js';
import { trustPublicKey } from '../../../../../src/service/configuration/trustKeys.js';
import type { TestService } from '../../../../../src/testing/createTestService.js';
import { unique } from '../../../../support/examples/example.js';
import { done, type Party } from '../../../../support/parties.js';

/** Ethereum's first account. */
export const ethereum = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

/** The key by which a service's own bundles are known. */
export const signerOf = (test: TestService): Promise<string> =>
  trustPublicKey(test.service.tools.store.db, { organization_id: test.organizationId, parent_id: null }, 'signer');

type Wallet = RequestOf<typeof importWallet>;
type PrivateKey = RequestOf<typeof importPrivateKey>;

/** Seals to an import that the party has just begun. */
export async function sealedBy(
  test: TestService,
  by: Party,
  plaintext: Bytes,
  row: typeof initImportWallet | typeof initImportPrivateKey = initImportWallet,
): Promise<string> {
  const { organizationId, userId } = by;
  const { importBundle } = await done(test, by, row, { userId });
  return sealImportBundle(importBundle, plaintext, { organizationId, userId, signerPublicKey: await signerOf(test) });
}

/** What imports words, or any other text, that have been sealed for it. */
export const walletRequest = async (
  test: TestService,
  by: Party,
  text: string,
  changes: Partial<Wallet> = {},
): Promise<Wallet> => ({
  userId: by.userId,
  walletName: unique('Imported'),
  encryptedBundle: await sealedBy(test, by, utf8(text)),
  accounts: [ethereum],
  ...changes,
});

/** What imports a private key that has been sealed for it. */
export const privateKeyRequest = async (
  test: TestService,
  by: Party,
  secretKey: Bytes,
  changes: Partial<PrivateKey> = {},
): Promise<PrivateKey> => ({
  userId: by.userId,
  privateKeyName: unique('Imported'),
  encryptedBundle: await sealedBy(test, by, secretKey, initImportPrivateKey),
  curve: 'CURVE_SECP256K1',
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  ...changes,
});

/** Imports words. */
export const importWords = async (
  test: TestService,
  by: Party,
  text: string,
  changes: Partial<Wallet> = {},
): Promise<AnswerOf<typeof importWallet>> => done(test, by, importWallet, await walletRequest(test, by, text, changes));

/** Imports a private key. */
export const importKey = async (
  test: TestService,
  by: Party,
  secretKey: Bytes,
  changes: Partial<PrivateKey> = {},
): Promise<AnswerOf<typeof importPrivateKey>> =>
  done(test, by, importPrivateKey, await privateKeyRequest(test, by, secretKey, changes));

/** A key that exports are sealed to, as requests name it. */
export async function newTarget(): Promise<{ readonly key: AgreementKey; readonly targetPublicKey: string }> {
  const key = await createAgreementKey();
  return { key, targetPublicKey: toHex(key.publicKey) };
}

/** Opens an export of an organization. */
export const opened = async (
  test: TestService,
  { organizationId }: Pick<Party, 'organizationId'>,
  exportBundle: string,
  key: AgreementKey,
): Promise<Bytes> => openExportBundle(exportBundle, key, { organizationId, signerPublicKey: await signerOf(test) });

/** The words of a wallet, exported. */
export async function exportedWords(test: TestService, by: Party, walletId: string): Promise<WalletSecret> {
  const { key, targetPublicKey } = await newTarget();
  const { exportBundle } = await done(test, by, exportWallet, { walletId, targetPublicKey });
  return readWalletSecret(await opened(test, by, exportBundle, key));
}

/** The key of an account, exported: hex. */
export async function exportedAccount(test: TestService, by: Party, address: string): Promise<string> {
  const { key, targetPublicKey } = await newTarget();
  const { exportBundle } = await done(test, by, exportWalletAccount, { address, targetPublicKey });
  return toHex(await opened(test, by, exportBundle, key));
}

/** A private key of its own, exported: hex. */
export async function exportedKey(test: TestService, by: Party, privateKeyId: string): Promise<string> {
  const { key, targetPublicKey } = await newTarget();
  const { exportBundle } = await done(test, by, exportPrivateKey, { privateKeyId, targetPublicKey });
  return toHex(await opened(test, by, exportBundle, key));
}
