import type { ActivityRow } from '../../../src/contract/row.js';
import { activityRows } from '../../../src/contract/rows.js';

/** The members of an activity's row that policies can read. */
export type Kind = Pick<ActivityRow, 'activityKind' | 'resource' | 'action' | 'policyParameters' | 'policyRoots'> & {
  readonly type: string;
};

/** The kinds that have a row. */
const built: readonly Kind[] = Object.values<ActivityRow>(activityRows).map((row) => ({
  ...row,
  type: row.versions[row.newest]?.type ?? '',
}));

/** The kinds of the published language, whether they have a row or not. @see docs/wire.md 7.5 */
const published: readonly Kind[] = [
  {
    activityKind: 'SIGN_TRANSACTION',
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    resource: 'PRIVATE_KEY',
    action: 'SIGN',
    policyParameters: ['type'],
    policyRoots: ['wallet', 'wallet_account', 'private_key', 'eth.tx', 'solana.tx', 'tron.tx', 'bitcoin.tx'],
  },
  {
    activityKind: 'DELETE_WALLETS',
    type: 'ACTIVITY_TYPE_DELETE_WALLETS',
    resource: 'WALLET',
    action: 'DELETE',
    policyParameters: [],
    policyRoots: ['wallets'],
  },
];

export const kinds: readonly Kind[] = [
  ...built,
  ...published.filter(({ activityKind }) => built.every((row) => row.activityKind !== activityKind)),
];

export function kindOf(activityKind: string): Kind {
  const found = kinds.find((kind) => kind.activityKind === activityKind);
  if (!found) throw new Error(`There is no kind ${activityKind}.`);
  return found;
}
