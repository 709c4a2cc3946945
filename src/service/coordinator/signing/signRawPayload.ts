import type { Transaction } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { Curve } from '../../../contract/shapes.js';
import type { signRawPayload } from '../../../contract/signing.js';
import { checksumAddress } from '../../../crypto/ethereum.js';
import { prepared, type ValueOf } from '../../store/prepared.js';
import type { Row, Tables } from '../../store/schema.js';
import { signPayload } from '../../vault/sign.js';
import { withSecret } from '../../wipe.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { accountContext } from '../wallets/records.js';

/** Opens the account's sealed key for this one signature. */
export const signRawPayloadHandler: ActivityHandler<typeof signRawPayload> = {
  async execute({ parameters }, execution) {
    const { tools, transaction, organization } = execution;
    const account = await accountOf(transaction, organization.organization_id, parameters.signWith);
    if (!account) throw refused('SIGNER_NOT_FOUND');
    const context = accountContext(organization.organization_id, account.wallet_account_id);
    return withSecret(await tools.sealer.open(context, account.sealed_key), (secretKey) =>
      signPayload(tools.primitives, { curve: account.curve as Curve, secretKey }, parameters),
    );
  },
};

/** Ethereum's addresses are stored with their checksum, and may be written without, for which alone one is made. @see ERC-55 */
async function accountOf(transaction: Transaction<Tables>, organization_id: string, address: string) {
  const [asWritten] = await accountsAt(transaction, { organization_id, address });
  if (asWritten || !/^0x[\da-fA-F]{40}$/.test(address)) return asWritten;
  const [withChecksum] = await accountsAt(transaction, { organization_id, address: await checksumAddress(address) });
  return withChecksum;
}

const accountsAt = prepared((db, value: ValueOf<Pick<Row<'wallet_accounts'>, 'organization_id' | 'address'>>) =>
  db
    .selectFrom('wallet_accounts')
    .select(['wallet_account_id', 'curve', 'sealed_key'])
    .where('organization_id', '=', value('organization_id'))
    .where('address', '=', value('address'))
    .orderBy('created_at_ms')
    .limit(1),
);
