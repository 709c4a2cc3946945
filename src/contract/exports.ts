import * as v from 'valibot';
import { targetPublicKey, uuid } from './fields.js';
import { getPrivateKey, listPrivateKeys } from './privateKeys.queries.js';
import { activity } from './row.js';
import { getWallet, listWalletAccounts, listWallets } from './wallets.queries.js';

/** Every language of the wire; this service supports English only. @see docs/wire.md 2.12 */
const mnemonicLanguage = v.picklist([
  'MNEMONIC_LANGUAGE_ENGLISH',
  'MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE',
  'MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE',
  'MNEMONIC_LANGUAGE_CZECH',
  'MNEMONIC_LANGUAGE_FRENCH',
  'MNEMONIC_LANGUAGE_ITALIAN',
  'MNEMONIC_LANGUAGE_JAPANESE',
  'MNEMONIC_LANGUAGE_KOREAN',
  'MNEMONIC_LANGUAGE_SPANISH',
]);

const exportWalletParameters = v.strictObject({
  walletId: uuid,
  targetPublicKey,
  language: v.optional(mnemonicLanguage),
});
const exportWalletResult = v.object({ walletId: v.string(), exportBundle: v.string() });
export interface ExportWalletParameters extends v.InferInput<typeof exportWalletParameters> {}
export interface ExportWalletResult extends v.InferOutput<typeof exportWalletResult> {}

/**
 * Exports the mnemonic of a wallet, sealed to a key that the caller has just created. If the wallet was imported with a passphrase, a line
 * feed and the passphrase follow. The wallet counts as `exported` from then on.
 *
 * @remarks The mnemonic is English, and no other `language` is supported: other words of the same entropy make another wallet.
 * @returns `exportBundle`: a signed envelope. After consensus it stays available to its requester for seven days, and for one hour after
 * the first read.
 * @throws WALLET_NOT_FOUND, PUBLIC_KEY_INVALID, MNEMONIC_LANGUAGE_NOT_SUPPORTED, FRESH_LOGIN_REQUIRED
 * @see docs/wire.md 2.14 `export_wallet`, 4 (b)
 */
export const exportWallet = activity({
  name: 'export_wallet',
  versions: {
    V1: {
      parameters: exportWalletParameters as v.GenericSchema<ExportWalletParameters>,
      result: exportWalletResult as v.GenericSchema<ExportWalletResult>,
    },
  },
  newest: 'V1',
  resource: 'WALLET',
  action: 'EXPORT',
  policyParameters: ['targetPublicKey'],
  policyRoots: ['wallet'],
  right: 'quorum',
  whileSuspended: 'export',
  fresh: 'required',
  secretResult: ['exportBundle'],
  changes: [listWallets, getWallet, listWalletAccounts],
  refusals: ['WALLET_NOT_FOUND', 'PUBLIC_KEY_INVALID', 'MNEMONIC_LANGUAGE_NOT_SUPPORTED', 'FRESH_LOGIN_REQUIRED'],
});

const exportWalletAccountParameters = v.strictObject({
  address: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  targetPublicKey,
});
const exportWalletAccountResult = v.object({ address: v.string(), exportBundle: v.string() });
export interface ExportWalletAccountParameters extends v.InferInput<typeof exportWalletAccountParameters> {}
export interface ExportWalletAccountResult extends v.InferOutput<typeof exportWalletAccountResult> {}

/**
 * Exports the private key of one account of a wallet, 32 bytes, sealed to a key that the caller has just created. This does not make the
 * wallet `exported`, since only the mnemonic restores all of it.
 *
 * @returns `exportBundle`: a signed envelope, with `address` as the service writes it. Solana wallets import the key as base58 of these
 * bytes followed by the public key's.
 * @throws WALLET_ACCOUNT_NOT_FOUND, PUBLIC_KEY_INVALID, FRESH_LOGIN_REQUIRED
 * @see docs/wire.md 2.14 `export_wallet_account`, 4 (b)
 */
export const exportWalletAccount = activity({
  name: 'export_wallet_account',
  versions: {
    V1: {
      parameters: exportWalletAccountParameters as v.GenericSchema<ExportWalletAccountParameters>,
      result: exportWalletAccountResult as v.GenericSchema<ExportWalletAccountResult>,
    },
  },
  newest: 'V1',
  resource: 'WALLET',
  action: 'EXPORT',
  policyParameters: ['targetPublicKey'],
  policyRoots: ['wallet', 'wallet_account'],
  right: 'quorum',
  whileSuspended: 'export',
  fresh: 'required',
  secretResult: ['exportBundle'],
  changes: [],
  refusals: ['WALLET_ACCOUNT_NOT_FOUND', 'PUBLIC_KEY_INVALID', 'FRESH_LOGIN_REQUIRED'],
});

const exportPrivateKeyParameters = v.strictObject({ privateKeyId: uuid, targetPublicKey });
const exportPrivateKeyResult = v.object({ privateKeyId: v.string(), exportBundle: v.string() });
export interface ExportPrivateKeyParameters extends v.InferInput<typeof exportPrivateKeyParameters> {}
export interface ExportPrivateKeyResult extends v.InferOutput<typeof exportPrivateKeyResult> {}

/**
 * Exports a private key that belongs to no wallet, 32 bytes, sealed to a key that the caller has just created. It counts as `exported` from
 * then on.
 *
 * @returns `exportBundle`: a signed envelope.
 * @throws PRIVATE_KEY_NOT_FOUND, PUBLIC_KEY_INVALID, FRESH_LOGIN_REQUIRED
 * @see docs/wire.md 2.14 `export_private_key`, 4 (b)
 */
export const exportPrivateKey = activity({
  name: 'export_private_key',
  versions: {
    V1: {
      parameters: exportPrivateKeyParameters as v.GenericSchema<ExportPrivateKeyParameters>,
      result: exportPrivateKeyResult as v.GenericSchema<ExportPrivateKeyResult>,
    },
  },
  newest: 'V1',
  resource: 'PRIVATE_KEY',
  action: 'EXPORT',
  policyParameters: ['targetPublicKey'],
  policyRoots: ['private_key'],
  right: 'quorum',
  whileSuspended: 'export',
  fresh: 'required',
  secretResult: ['exportBundle'],
  changes: [listPrivateKeys, getPrivateKey],
  refusals: ['PRIVATE_KEY_NOT_FOUND', 'PUBLIC_KEY_INVALID', 'FRESH_LOGIN_REQUIRED'],
});
