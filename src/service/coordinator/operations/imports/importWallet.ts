import type { importWallet } from '../../../../contract/imports.js';
import { refused } from '../../../../contract/refusals.js';
import type { Bytes } from '../../../../crypto/bytes.js';
import { EncodingError } from '../../../../crypto/encodingError.js';
import { readWalletSecret, type WalletSecret } from '../../../../crypto/walletSecret.js';
import { validMnemonic } from '../../../vault/mnemonic.js';
import { derivationCounter } from '../../engine/derivationLimit.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { prepareWalletOf } from '../../preparedKeys/preparedWallet.js';
import { checkWallet, keepWallet, type PreparedWallet } from '../../records/wallets.js';
import {
  checkImport,
  executeImport,
  holdImport,
  type PreparedImport,
  prepareImport,
  type Target,
} from './openImport.js';

/** A wallet of words that a user brings, and its accounts. */
export const importWalletHandler: ActivityHandler<typeof importWallet, PreparedImport<PreparedWallet>, Target> = {
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

  checkEvidence: (request, preparation) => checkImport('WALLET', request, preparation, wordsIn),

  async hold(request, holding) {
    return { ...request.parameters, ...(await holdImport(request, holding)) };
  },

  execute({ parameters, prepared }, { transaction, organization }) {
    return executeImport(prepared, { transaction }, async (made) => {
      await checkWallet(transaction, organization.organization_id, parameters);
      return done(await keepWallet(transaction, made), { rows: made.accounts });
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
