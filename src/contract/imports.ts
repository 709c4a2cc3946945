import * as v from 'valibot';
import { bundle, distinct, label, uuid } from './fields.js';
import { listPrivateKeys } from './privateKeys.queries.js';
import { activity } from './row.js';
import { addressFormat, curve, walletAccounts, walletResult } from './shapes.js';
import { listWalletAccounts, listWallets } from './wallets.queries.js';

const initImportParameters = v.strictObject({ userId: uuid });
const initImportResult = v.object({ importBundle: v.string() });
export interface InitImportWalletParameters extends v.InferInput<typeof initImportParameters> {}
export interface InitImportWalletResult extends v.InferOutput<typeof initImportResult> {}
export interface InitImportPrivateKeyParameters extends v.InferInput<typeof initImportParameters> {}
export interface InitImportPrivateKeyResult extends v.InferOutput<typeof initImportResult> {}

/**
 * Begins the import of a wallet: creates a key that the mnemonic is sealed to. The key is good for one `import_wallet` by the same user
 * within an hour; beginning again replaces it. Users begin imports only for themselves.
 *
 * @returns `importBundle`: a signed envelope with that key, the organization and the user. {@link importWallet} takes the mnemonic sealed
 * to it.
 * @throws USER_NOT_FOUND
 * @see docs/wire.md 2.14 `init_import_wallet`, 4 (c)
 */
export const initImportWallet = activity({
  name: 'init_import_wallet',
  versions: {
    V1: {
      parameters: initImportParameters as v.GenericSchema<InitImportWalletParameters>,
      result: initImportResult as v.GenericSchema<InitImportWalletResult>,
    },
  },
  newest: 'V1',
  resource: 'WALLET',
  action: 'IMPORT',
  right: 'quorum',
  changes: [],
  refusals: ['USER_NOT_FOUND'],
});

const importWalletParameters = v.strictObject({
  userId: uuid,
  walletName: label,
  encryptedBundle: bundle,
  accounts: walletAccounts,
});
export interface ImportWalletParameters extends v.InferInput<typeof importWalletParameters> {}
export interface ImportWalletResult extends v.InferOutput<typeof walletResult> {}

/**
 * Imports a wallet whose mnemonic was sealed to the key of `init_import_wallet`, and derives its accounts. The mnemonic has 12 to 24 words
 * of BIP-39's English list, in any case, with white space between; a line feed and the passphrase follow, if there is one. The import uses
 * up the key even if it is refused; while it waits for votes the key is kept.
 *
 * @remarks An organization holds at most 100 wallets.
 * @returns `addresses` in the order of the requested accounts.
 * @throws USER_NOT_FOUND, IMPORT_NOT_STARTED, IMPORT_BUNDLE_INVALID, MNEMONIC_INVALID, LIMIT_REACHED, NAME_TAKEN, ACCOUNT_EXISTS,
 * PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED, ADDRESS_FORMAT_CURVE_MISMATCH, TOO_MANY_DERIVATIONS
 * @see docs/wire.md S4.2 `import_wallet`, 4 (c')
 */
export const importWallet = activity({
  name: 'import_wallet',
  versions: {
    V1: {
      parameters: importWalletParameters as v.GenericSchema<ImportWalletParameters>,
      result: walletResult as v.GenericSchema<ImportWalletResult>,
    },
  },
  newest: 'V1',
  resource: 'WALLET',
  action: 'IMPORT',
  right: 'quorum',
  secretParameters: ['encryptedBundle'],
  changes: [listWallets, listWalletAccounts],
  refusals: [
    'USER_NOT_FOUND',
    'IMPORT_NOT_STARTED',
    'IMPORT_BUNDLE_INVALID',
    'MNEMONIC_INVALID',
    'LIMIT_REACHED',
    'NAME_TAKEN',
    'ACCOUNT_EXISTS',
    'PATH_MALFORMED',
    'PATH_NOT_HARDENED',
    'ADDRESS_FORMAT_NOT_SUPPORTED',
    'ADDRESS_FORMAT_CURVE_MISMATCH',
    'TOO_MANY_DERIVATIONS',
  ],
  unrecorded: { TOO_MANY_DERIVATIONS: 'always' },
});

/**
 * Begins the import of a private key, as {@link initImportWallet} does for a wallet. The key that it creates is good for one
 * `import_private_key` only.
 *
 * @returns `importBundle`: a signed envelope with that key, the organization and the user.
 * @throws USER_NOT_FOUND
 * @see docs/wire.md S4.2 `init_import_private_key`, 4 (c)
 */
export const initImportPrivateKey = activity({
  name: 'init_import_private_key',
  versions: {
    V1: {
      parameters: initImportParameters as v.GenericSchema<InitImportPrivateKeyParameters>,
      result: initImportResult as v.GenericSchema<InitImportPrivateKeyResult>,
    },
  },
  newest: 'V1',
  resource: 'PRIVATE_KEY',
  action: 'IMPORT',
  right: 'quorum',
  changes: [],
  refusals: ['USER_NOT_FOUND'],
});

const importPrivateKeyParameters = v.strictObject({
  userId: uuid,
  privateKeyName: label,
  encryptedBundle: bundle,
  curve,
  addressFormats: distinct(v.array(addressFormat)),
});
const importPrivateKeyResult = v.object({
  privateKeyId: v.string(),
  addresses: v.array(v.object({ format: v.string(), address: v.string() })),
});
export interface ImportPrivateKeyParameters extends v.InferInput<typeof importPrivateKeyParameters> {}
export interface ImportPrivateKeyResult extends v.InferOutput<typeof importPrivateKeyResult> {}

/**
 * Imports a private key whose 32 bytes were sealed to the key of `init_import_private_key`: the seed for Ed25519, the big-endian number for
 * other curves. The import uses up that key even if it is refused; while it waits for votes the key is kept.
 *
 * @remarks An organization holds at most 1,000 private keys.
 * @throws USER_NOT_FOUND, IMPORT_NOT_STARTED, IMPORT_BUNDLE_INVALID, PRIVATE_KEY_INVALID, LIMIT_REACHED, NAME_TAKEN,
 * ADDRESS_FORMAT_NOT_SUPPORTED, ADDRESS_FORMAT_CURVE_MISMATCH, TOO_MANY_DERIVATIONS
 * @see docs/wire.md 2.14 `import_private_key`, 4 (c')
 */
export const importPrivateKey = activity({
  name: 'import_private_key',
  versions: {
    V1: {
      parameters: importPrivateKeyParameters as v.GenericSchema<ImportPrivateKeyParameters>,
      result: importPrivateKeyResult as v.GenericSchema<ImportPrivateKeyResult>,
    },
  },
  newest: 'V1',
  resource: 'PRIVATE_KEY',
  action: 'IMPORT',
  right: 'quorum',
  secretParameters: ['encryptedBundle'],
  changes: [listPrivateKeys],
  refusals: [
    'USER_NOT_FOUND',
    'IMPORT_NOT_STARTED',
    'IMPORT_BUNDLE_INVALID',
    'PRIVATE_KEY_INVALID',
    'LIMIT_REACHED',
    'NAME_TAKEN',
    'ADDRESS_FORMAT_NOT_SUPPORTED',
    'ADDRESS_FORMAT_CURVE_MISMATCH',
    'TOO_MANY_DERIVATIONS',
  ],
  unrecorded: { TOO_MANY_DERIVATIONS: 'always' },
});
