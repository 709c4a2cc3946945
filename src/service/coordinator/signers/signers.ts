import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { AddressFormat, Curve } from '../../../contract/shapes.js';
import type { Bytes } from '../../../crypto/bytes.js';
import type { Row, Tables } from '../../store/schema.js';
import { statement, type ValueOf } from '../../store/statement.js';
import type { Tools } from '../../tools.js';
import type { SealContext } from '../../vault/seal.js';
import type { VaultSigner } from '../../vault/sign.js';
import { withSecret } from '../../wipe.js';
import type { ContextReading } from '../engine/handlers/handler.js';
import { type WalletFacts, walletFacts } from '../policy/context.js';
import { privateKeyContext } from '../records/privateKeys.js';
import { accountContext, storedAddress } from '../records/wallets.js';

/** A key that signs, as `signWith` names it: a wallet account's, or a private key of its own. */
export type FoundSigner = {
  readonly context: SealContext;
  readonly curve: Curve;
  /** Of the address that names it; `undefined` where its id does. */
  readonly addressFormat: AddressFormat | undefined;
  readonly publicKey: string;
  readonly sealedKey: Bytes;
  /** Of an account: what policies see of it. */
  readonly account: { readonly address: string; readonly wallet: WalletFacts } | undefined;
};

/**
 * The key that an address or an id names, an account's before a private key's. Ethereum's addresses are stored with their checksum,
 * and may be written without, for which alone one is made.
 *
 * @throws {RefusedError} SIGNER_NOT_FOUND
 */
export async function findSigner(db: Kysely<Tables>, organizationId: string, signWith: string): Promise<FoundSigner> {
  const place = { organization_id: organizationId };
  const asWritten = await accountAt(db, { ...place, address: signWith });
  if (asWritten) return asWritten;
  const address = await storedAddress(signWith);
  const found =
    (address !== signWith && (await accountAt(db, { ...place, address }))) ||
    (await privateKeyNamed(db, { ...place, address }));
  if (!found) throw refused('SIGNER_NOT_FOUND');
  return found;
}

/** As `signWith` names it in an organization. */
export type NamedSigner = { readonly organization_id: string; readonly signWith: string };

/** The same, read once for policies and for the signature. @throws {RefusedError} SIGNER_NOT_FOUND */
export const findSignerOnce = (
  db: Kysely<Tables>,
  { organization_id, signWith }: NamedSigner,
  onceInside: ContextReading['onceInside'],
): Promise<FoundSigner> =>
  onceInside(`signer ${organization_id} ${signWith}`, () => findSigner(db, organization_id, signWith));

/** Lends the key to `use`, opened. */
export async function withVaultSigner<Result>(
  { sealer }: Pick<Tools, 'sealer'>,
  { context, curve, addressFormat, sealedKey }: FoundSigner,
  use: (signer: VaultSigner) => Promise<Result>,
): Promise<Result> {
  const secret = await sealer.open(context, sealedKey);
  return withSecret(secret, (secretKey) => use({ curve, addressFormat, secretKey }));
}

type Named = Pick<Row<'wallet_accounts'>, 'organization_id' | 'address'>;

async function accountAt(db: Kysely<Tables>, named: Named): Promise<FoundSigner | undefined> {
  const [account] = await accountsAt(db, named);
  if (!account) return undefined;
  return {
    context: accountContext(named.organization_id, account.wallet_account_id),
    curve: account.curve as Curve,
    addressFormat: account.address_format as AddressFormat,
    publicKey: account.public_key,
    sealedKey: account.sealed_key,
    account: { address: account.address, wallet: walletFacts(account) },
  };
}

const accountsAt = statement((db, value: ValueOf<Named>) =>
  db
    .selectFrom('wallet_accounts')
    .innerJoin('wallets', (join) =>
      join
        .onRef('wallets.organization_id', '=', 'wallet_accounts.organization_id')
        .onRef('wallets.wallet_id', '=', 'wallet_accounts.wallet_id'),
    )
    .select(['wallet_account_id', 'curve', 'address_format', 'address', 'public_key', 'sealed_key'])
    .select(['wallets.wallet_id', 'wallet_name', 'imported', 'exported'])
    .where('wallet_accounts.organization_id', '=', value('organization_id'))
    .where('address', '=', value('address'))
    .orderBy('wallet_accounts.ordinal')
    .limit(1),
);

async function privateKeyNamed(
  db: Kysely<Tables>,
  { organization_id, address }: Named,
): Promise<FoundSigner | undefined> {
  const byAddress = await db
    .selectFrom('private_key_addresses')
    .select(['private_key_id', 'address_format'])
    .where('organization_id', '=', organization_id)
    .where('address', '=', address)
    .orderBy('private_key_id')
    .limit(1)
    .executeTakeFirst();
  const key = await db
    .selectFrom('private_keys')
    .select(['private_key_id', 'curve', 'public_key', 'sealed_key'])
    .where('organization_id', '=', organization_id)
    .where('private_key_id', '=', byAddress?.private_key_id ?? address)
    .executeTakeFirst();
  if (!key) return undefined;
  return {
    context: privateKeyContext(organization_id, key.private_key_id),
    curve: key.curve as Curve,
    addressFormat: byAddress?.address_format as AddressFormat | undefined,
    publicKey: key.public_key,
    sealedKey: key.sealed_key,
    account: undefined,
  };
}
