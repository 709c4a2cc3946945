import type {
  importPrivateKey,
  importWallet,
  initImportPrivateKey,
  initImportWallet,
} from '../../../../contract/imports.js';
import { refused } from '../../../../contract/refusals.js';
import type { Curve } from '../../../../contract/shapes.js';
import type { Bytes } from '../../../../crypto/bytes.js';
import { EncodingError } from '../../../../crypto/encodingError.js';
import { fromHex, toHex } from '../../../../crypto/hex.js';
import { writeImportTarget } from '../../../../crypto/importBundle.js';
import { decompressPoint } from '../../../../crypto/p256.js';
import { readWalletSecret, type WalletSecret } from '../../../../crypto/walletSecret.js';
import { makeKeyPair, trustKey } from '../../../configuration/trustKeys.js';
import { derivationCounter } from '../../../limits/derivations.js';
import type { Row } from '../../../store/schema.js';
import { addressWriter } from '../../../vault/address.js';
import { isSecretKeyOf } from '../../../vault/curve.js';
import { validMnemonic } from '../../../vault/mnemonic.js';
import type { ActivityHandler, Preparation, RequestedBy } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import {
  checkNewPrivateKeys,
  derivedOfKey,
  keepPrivateKeys,
  type PreparedPrivateKey,
  preparePrivateKeyOf,
  writeNewPrivateKey,
} from '../../preparedKeys/preparedPrivateKeys.js';
import { derivedAccount, prepareWalletOf } from '../../preparedKeys/preparedWallet.js';
import { type ImportPurpose, keepTarget, targetContext, targetName } from '../../records/imports.js';
import { checkWallet, keepWallet, type PreparedWallet } from '../../records/wallets.js';
import {
  checkImport,
  checkOwn,
  executeImport,
  holdImport,
  type PreparedImport,
  prepareImport,
  type Target,
} from './openImport.js';

const initImportWalletHandler: ActivityHandler<typeof initImportWallet, PreparedTarget> = {
  prepare: ({ parameters, ...by }, preparation) => prepareTarget('WALLET', { ...parameters, ...by }, preparation),
  execute: async ({ prepared }, { transaction }) => done(await keep(transaction, prepared)),
};

const initImportPrivateKeyHandler: ActivityHandler<typeof initImportPrivateKey, PreparedTarget> = {
  prepare: ({ parameters, ...by }, preparation) => prepareTarget('PRIVATE_KEY', { ...parameters, ...by }, preparation),
  execute: async ({ prepared }, { transaction }) => done(await keep(transaction, prepared)),
};

/** A target that is not stored yet, and its signed envelope. */
type PreparedTarget = { readonly row: Row<'import_targets'>; readonly importBundle: string };

const lifetimeMs = 60 * 60_000;

/** A fresh key, its private half sealed, its public half signed. @throws {RefusedError} USER_NOT_FOUND, NOT_AUTHORIZED */
async function prepareTarget(
  purpose: ImportPurpose,
  { userId, caller, organization }: RequestedBy & { readonly userId: string },
  { tools, read, nowMs }: Preparation,
): Promise<PreparedTarget> {
  await checkOwn(userId, { caller }, { read });
  const organizationId = organization.organization_id;
  const place = { organization_id: organizationId, target: targetName({ purpose, userId }) };
  const { publicKey, sealed } = await makeKeyPair(tools, (secret) => tools.sealer.seal(targetContext(place), secret));
  const targetPublicKey = decompressPoint(fromHex(publicKey));
  const signer = await read((db) => trustKey(tools, db, organization, 'signer'));
  return {
    row: { ...place, public_key: toHex(targetPublicKey), sealed_key: sealed, expires_at_ms: nowMs + lifetimeMs },
    importBundle: await writeImportTarget({ targetPublicKey, organizationId, userId }, signer),
  };
}

async function keep(
  transaction: Parameters<typeof keepTarget>[0],
  { row, importBundle }: PreparedTarget,
): Promise<{ importBundle: string }> {
  await keepTarget(transaction, row);
  return { importBundle };
}

/** A wallet of words that a user brings, and its accounts. */
const importWalletHandler: ActivityHandler<typeof importWallet, PreparedImport<PreparedWallet>, Target> = {
  prepare(request, preparation) {
    const { parameters, caller, organization } = request;
    const { read, tools, nowMs, clientAddress } = preparation;
    const organizationId = organization.organization_id;
    return prepareImport('WALLET', request, preparation, async (bytes) => {
      const secret = await wordsIn(bytes);
      await read((db) => checkWallet(db, organizationId, parameters));
      tools.takeDerivations(derivationCounter(organization, caller, clientAddress), parameters.accounts.length);
      return prepareWalletOf(tools, { organizationId, nowMs }, { ...parameters, secret, imported: 1 });
    });
  },

  derived: ({ outcome }) => ('made' in outcome ? outcome.made.accounts.map(derivedAccount) : []),

  checkEvidence: (request, preparation) => checkImport('WALLET', request, preparation, wordsIn),

  async hold(request, holding) {
    return { ...request.parameters, ...(await holdImport(request, holding)) };
  },

  execute({ parameters, prepared }, { transaction, organization }) {
    return executeImport(prepared, { transaction }, async (made) => {
      await checkWallet(transaction, organization.organization_id, parameters);
      const { accounts } = made;
      return done(await keepWallet(transaction, made), { rows: accounts, derived: accounts.map(derivedAccount) });
    });
  },
};

/** The words in small letters with one space between, however they were written, and the passphrase behind them. @throws {RefusedError} MNEMONIC_INVALID */
async function wordsIn(bytes: Bytes): Promise<WalletSecret> {
  try {
    const secret = readWalletSecret(bytes);
    const mnemonic = secret.mnemonic.trim().toLowerCase().split(/\s+/).join(' ');
    if (mnemonic === mnemonic.normalize('NFKD') && (await validMnemonic(mnemonic))) return { ...secret, mnemonic };
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
  }
  throw refused('MNEMONIC_INVALID');
}

/** A private key that a user brings, and its addresses. */
const importPrivateKeyHandler: ActivityHandler<typeof importPrivateKey, PreparedImport<PreparedPrivateKey>, Target> = {
  prepare(request, preparation) {
    const { parameters, caller, organization } = request;
    const { read, tools, nowMs, clientAddress } = preparation;
    const { curve, addressFormats } = parameters;
    const organizationId = organization.organization_id;
    return prepareImport('PRIVATE_KEY', request, preparation, async (secretKey) => {
      checkSecretKey(curve, secretKey);
      for (const format of addressFormats) addressWriter(format, curve);
      await read((db) => checkNewPrivateKeys(db, organizationId, [parameters]));
      tools.takeDerivations(derivationCounter(organization, caller, clientAddress), 1);
      return preparePrivateKeyOf(tools, { organizationId, nowMs }, { ...parameters, secretKey, imported: 1 });
    });
  },

  derived: ({ outcome }) => ('made' in outcome ? derivedOfKey(outcome.made) : []),

  checkEvidence(request, preparation) {
    return checkImport('PRIVATE_KEY', request, preparation, (secretKey) =>
      checkSecretKey(request.parameters.curve, secretKey),
    );
  },

  async hold(request, holding) {
    return { ...request.parameters, ...(await holdImport(request, holding)) };
  },

  execute({ parameters, prepared }, { transaction, organization: { organization_id } }) {
    return executeImport(prepared, { transaction }, async (made) => {
      await checkNewPrivateKeys(transaction, organization_id, [parameters]);
      await keepPrivateKeys(transaction, organization_id, [made]);
      return done(writeNewPrivateKey(made), { derived: derivedOfKey(made) });
    });
  },
};

/** @throws {RefusedError} PRIVATE_KEY_INVALID */
function checkSecretKey(curve: Curve, secretKey: Bytes): void {
  if (!isSecretKeyOf(curve, secretKey)) throw refused('PRIVATE_KEY_INVALID', { about: curve });
}

export const importsHandlers = {
  importPrivateKey: importPrivateKeyHandler,
  importWallet: importWalletHandler,
  initImportPrivateKey: initImportPrivateKeyHandler,
  initImportWallet: initImportWalletHandler,
};
