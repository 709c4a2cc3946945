import type { Kysely } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type { createWalletAccounts } from '../../../../contract/wallets.js';
import type { Row, Tables } from '../../../store/schema.js';
import { checkAccount, deriveAccounts } from '../../../vault/account.js';
import type { Organization } from '../../callers/caller.js';
import { derivationCounter } from '../../engine/derivationLimit.js';
import type { ActivityHandler, ParametersOf } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { walletFacts } from '../../policy/walletFacts.js';
import { prepareAccounts, withSeed } from '../../preparedKeys/preparedWallet.js';
import { checkAccounts, findWallet, keepAccounts, type PreparedAccount } from '../../records/wallets.js';

/** Addresses alone, of accounts that are only shown; or the accounts that are yet to be written. */
type Prepared = { readonly shown: string[] } | { readonly accounts: PreparedAccount[] };

/** Further accounts of a wallet, kept or only shown. */
export const createWalletAccountsHandler: ActivityHandler<typeof createWalletAccounts, Prepared> = {
  async prepare({ parameters, caller, organization }, { read, tools, nowMs, clientAddress }) {
    const { accounts, persist = true } = parameters;
    const wallet = await read((db) => walletFor(db, organization, parameters));
    tools.takeDerivations(derivationCounter(organization, caller, clientAddress), accounts.length);
    return withSeed(tools, wallet, async (seed): Promise<Prepared> => {
      if (!persist)
        return { shown: await deriveAccounts(tools.primitives, seed, accounts, async ({ address }) => address) };
      const place = { organizationId: wallet.organization_id, walletId: wallet.wallet_id, nowMs };
      return { accounts: await prepareAccounts(tools, place, seed, accounts) };
    });
  },

  async contexts({ parameters, organization }, db) {
    const wallet = await findWallet(db, organization.organization_id, parameters.walletId);
    return [wallet ? { wallet: walletFacts(wallet) } : {}];
  },

  async execute({ parameters, prepared }, { transaction, organization }) {
    await walletFor(transaction, organization, parameters);
    if ('shown' in prepared) return done({ addresses: prepared.shown });
    const { accounts } = prepared;
    return done({ addresses: await keepAccounts(transaction, accounts) }, { rows: accounts });
  },
};

/** The wallet, if it may get the accounts, or show them. */
async function walletFor(
  db: Kysely<Tables>,
  { organization_id }: Organization,
  { walletId, accounts, persist = true }: ParametersOf<typeof createWalletAccounts>,
): Promise<Row<'wallets'>> {
  const wallet = await findWallet(db, organization_id, walletId);
  if (!wallet) throw refused('WALLET_NOT_FOUND');
  if (persist) await checkAccounts(db, wallet, accounts);
  else for (const account of accounts) checkAccount(account);
  return wallet;
}
