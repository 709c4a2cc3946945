import type { Kysely, Transaction } from 'kysely';
import type { Row, Tables } from '../../store/schema.js';
import { sealedColumns, sealedPlace } from '../../store/sealedColumns.js';

/** What a target is for: what is sealed to it is taken for nothing else. */
export type ImportPurpose = 'WALLET' | 'PRIVATE_KEY';

/** The user and purpose of a target. */
export type TargetPlace = { readonly organizationId: string; readonly userId: string; readonly purpose: ImportPurpose };

/** Keeps a target, in the place of the user's one before of that purpose. */
export async function keepTarget(transaction: Transaction<Tables>, row: Row<'import_targets'>): Promise<void> {
  const { public_key, sealed_key, expires_at_ms } = row;
  await transaction
    .insertInto('import_targets')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'target']).doUpdateSet({ public_key, sealed_key, expires_at_ms }),
    )
    .execute();
}

/** The user's target of that purpose, if its time is not over. */
export function findTarget(
  db: Kysely<Tables>,
  place: TargetPlace,
  nowMs: number,
): Promise<Row<'import_targets'> | undefined> {
  return db
    .selectFrom('import_targets')
    .selectAll()
    .where('organization_id', '=', place.organizationId)
    .where('target', '=', targetName(place))
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst();
}

/** Ends a target. @returns whether it was there: of two that end it one does. */
export async function endTarget(
  transaction: Transaction<Tables>,
  { organization_id, target, public_key }: Pick<Row<'import_targets'>, 'organization_id' | 'target' | 'public_key'>,
): Promise<boolean> {
  const ended = await transaction
    .deleteFrom('import_targets')
    .where('organization_id', '=', organization_id)
    .where('target', '=', target)
    .where('public_key', '=', public_key)
    .returning('target')
    .execute();
  return ended.length > 0;
}

/** How a target is named in its organization. */
export const targetName = ({ purpose, userId }: Pick<TargetPlace, 'purpose' | 'userId'>): string =>
  `${purpose} ${userId}`;

/** Where a target's private half is sealed to. */
export const targetContext = ({ organization_id, target }: Pick<Row<'import_targets'>, 'organization_id' | 'target'>) =>
  sealedPlace(sealedColumns.importTarget, organization_id, target);
