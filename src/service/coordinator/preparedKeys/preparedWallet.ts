import type { WalletAccountParams, WalletParams } from '../../../contract/shapes.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { readWalletSecret, type WalletSecret, writeWalletSecret } from '../../../crypto/walletSecret.js';
import type { Row } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { deriveAccounts } from '../../vault/account.js';
import { createMnemonic, mnemonicSeed } from '../../vault/mnemonic.js';
import { withSecret } from '../../wipe.js';
import type { DerivedAddress } from '../engine/handlers/outcome.js';
import { accountContext, type PreparedAccount, type PreparedWallet, seedContext } from '../records/wallets.js';

/** Where a wallet will be kept, and since when. */
type WalletPlace = { readonly organizationId: string; readonly nowMs: number };

/** Makes fresh words and derives the accounts. It takes a millisecond a key: never in a transaction. */
export async function prepareWallet(
  tools: Tools,
  place: WalletPlace,
  { walletName, accounts, mnemonicLength = 12 }: WalletParams,
): Promise<PreparedWallet> {
  const mnemonic = await createMnemonic(mnemonicLength, tools.random);
  return prepareWalletOf(tools, place, { walletName, accounts, secret: { mnemonic, passphrase: '' }, imported: 0 });
}

/** A wallet of these words. */
export async function prepareWalletOf(
  tools: Tools,
  { organizationId, nowMs }: WalletPlace,
  { walletName, accounts, secret, imported }: WalletOf,
): Promise<PreparedWallet> {
  const walletId = tools.newTimedId(nowMs);
  const { mnemonic, passphrase } = secret;
  const sealedSeed = await withSecret(writeWalletSecret(secret), (words) =>
    tools.sealer.seal(seedContext(organizationId, walletId), words),
  );
  const wallet: PreparedWallet['wallet'] = {
    organization_id: organizationId,
    wallet_id: walletId,
    wallet_name: walletName,
    sealed_seed: sealedSeed,
    mnemonic_length: mnemonic.split(' ').length,
    exported: 0,
    imported,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
  };
  if (accounts.length === 0) return { wallet, accounts: [] };
  const place = { organizationId, walletId, nowMs };
  const derived = await withSecret(await mnemonicSeed(mnemonic, passphrase), (seed) =>
    prepareAccounts(tools, place, seed, accounts),
  );
  return { wallet, accounts: derived };
}

type WalletOf = Pick<WalletParams, 'walletName' | 'accounts'> & {
  readonly secret: WalletSecret;
  readonly imported: Row<'wallets'>['imported'];
};

/** Lends the seed of a wallet. */
export async function withSeed<Result>(
  { sealer }: Pick<Tools, 'sealer'>,
  { organization_id, wallet_id, sealed_seed }: Row<'wallets'>,
  use: (seed: Bytes) => Promise<Result>,
): Promise<Result> {
  const words = await sealer.open(seedContext(organization_id, wallet_id), sealed_seed);
  const seed = await withSecret(words, (secret) => {
    const { mnemonic, passphrase } = readWalletSecret(secret);
    return mnemonicSeed(mnemonic, passphrase);
  });
  return withSecret(seed, use);
}

/** Derives accounts and seals each one's private key, so that signing derives nothing. */
export async function prepareAccounts(
  tools: Tools,
  { organizationId, walletId, nowMs }: WalletPlace & { walletId: string },
  seed: Bytes,
  accounts: readonly WalletAccountParams[],
): Promise<PreparedAccount[]> {
  const ids = accounts.map(() => tools.newTimedId(nowMs));
  return deriveAccounts(tools.primitives, seed, accounts, async ({ address, publicKey, secretKey }, index) => {
    const { curve, pathFormat, path, addressFormat, name = null } = accounts[index] as WalletAccountParams;
    const walletAccountId = ids[index] as string;
    return {
      organization_id: organizationId,
      wallet_account_id: walletAccountId,
      wallet_id: walletId,
      curve,
      path_format: pathFormat,
      path,
      address_format: addressFormat,
      address,
      public_key: publicKey,
      sealed_key: await tools.sealer.seal(accountContext(organizationId, walletAccountId), secretKey),
      key_exported: 0,
      name,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    };
  });
}

/** An account, as an App Proof says it. */
export const derivedAccount = (account: PreparedAccount): DerivedAddress => ({
  organizationId: account.organization_id,
  walletId: account.wallet_id,
  path: account.path,
  address: account.address,
  keyId: account.wallet_account_id,
});
