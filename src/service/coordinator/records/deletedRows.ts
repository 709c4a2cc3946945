import type { Kysely } from 'kysely';
import { type LargeTable, largeTables, ownTables } from '../../store/organizationTables.js';
import type { Tables } from '../../store/schema.js';
import type { Store } from '../../store/store.js';

/** Rows of a large table that one statement deletes, so that none holds up others for long. */
const batch = 1000;
/** Statements for each large table in one sweep: 333 rows a second, where there are so many. */
const mostBatches = 20;
/** Organizations that one sweep looks at. */
const mostOrganizations = 10;

const largeNames = Object.keys(largeTables) as LargeTable[];
const isLarge = (table: string): table is LargeTable => table in largeTables;

/**
 * Deletes the rows of an organization that is no more: all of those that others find, and in each table where it may have very many
 * a first batch. For the others it is noted that they are left, so that `deleteRowsLeft` finds them.
 */
export async function deleteRows(transaction: Kysely<Tables>, organizationId: string): Promise<void> {
  let isDone = true;
  for (const table of ownTables) {
    if (isLarge(table)) isDone = (await deleteBatch(transaction, table, organizationId)) && isDone;
    else await transaction.deleteFrom(table).where('organization_id', '=', organizationId).execute();
  }
  if (isDone) return;
  await transaction.insertInto('deleted_organizations').values({ organization_id: organizationId }).execute();
}

/** Continues where `deleteRows` stopped, one batch at a time; an interruption loses nothing. */
export async function deleteRowsLeft({ read, change }: Store): Promise<void> {
  const organizations = await read((db) =>
    db
      .selectFrom('deleted_organizations')
      .select('organization_id')
      .orderBy('organization_id')
      .limit(mostOrganizations)
      .execute(),
  );
  let batches = 0;
  for (const { organization_id } of organizations) {
    for (const table of largeNames)
      while (!(await change((db) => deleteBatch(db, table, organization_id))))
        if (++batches >= mostBatches * largeNames.length) return;
    await change((db) =>
      db.deleteFrom('deleted_organizations').where('organization_id', '=', organization_id).execute(),
    );
  }
}

/** Deletes some rows of a table, and all with the keys of those. @returns whether these were the last. */
async function deleteBatch(db: Kysely<Tables>, table: LargeTable, organizationId: string): Promise<boolean> {
  const key = db.dynamic.ref<'activity_id'>(largeTables[table]);
  const some = db.selectFrom(table).select(key).where('organization_id', '=', organizationId).limit(batch);
  const deleted = await db
    .deleteFrom(table)
    .where('organization_id', '=', organizationId)
    .where(key, 'in', some)
    .returning(key)
    .execute();
  return deleted.length < batch;
}
