import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { AddressFormat, Curve } from '../../../contract/shapes.js';
import { checksumAddress } from '../../../crypto/ethereum.js';
import { prepared, type ValueOf } from '../../store/prepared.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Signer } from '../../vault/sign.js';
import { withSecret } from '../../wipe.js';
import { accountContext } from '../wallets/records.js';

/** A key that signs, as `signWith` names it. */
export type SignerRow = Pick<
  Row<'wallet_accounts'>,
  'wallet_account_id' | 'curve' | 'address_format' | 'public_key' | 'sealed_key'
>;

/** @throws {RefusedError} SIGNER_NOT_FOUND */
export async function findSigner(db: Kysely<Tables>, organizationId: string, signWith: string): Promise<SignerRow> {
  const account = await accountOf(db, organizationId, signWith);
  if (!account) throw refused('SIGNER_NOT_FOUND');
  return account;
}

/** Lends the key to `use`, opened. */
export async function withSigner<Result>(
  { sealer }: Pick<Tools, 'sealer'>,
  organizationId: string,
  { wallet_account_id, curve, address_format, sealed_key }: SignerRow,
  use: (signer: Signer) => Promise<Result>,
): Promise<Result> {
  const known = { curve: curve as Curve, addressFormat: address_format as AddressFormat };
  const context = accountContext(organizationId, wallet_account_id);
  return withSecret(await sealer.open(context, sealed_key), (secretKey) => use({ ...known, secretKey }));
}

/** Ethereum's addresses are stored with their checksum, and may be written without, for which alone one is made. @see ERC-55 */
async function accountOf(db: Kysely<Tables>, organization_id: string, address: string): Promise<SignerRow | undefined> {
  const [asWritten] = await accountsAt(db, { organization_id, address });
  if (asWritten || !/^0x[\da-fA-F]{40}$/.test(address)) return asWritten;
  const [withChecksum] = await accountsAt(db, { organization_id, address: await checksumAddress(address) });
  return withChecksum;
}

const accountsAt = prepared((db, value: ValueOf<Pick<Row<'wallet_accounts'>, 'organization_id' | 'address'>>) =>
  db
    .selectFrom('wallet_accounts')
    .select(['wallet_account_id', 'curve', 'address_format', 'public_key', 'sealed_key'])
    .where('organization_id', '=', value('organization_id'))
    .where('address', '=', value('address'))
    .orderBy('created_at_ms')
    .limit(1),
);
