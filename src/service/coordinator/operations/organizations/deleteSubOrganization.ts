import type { Kysely } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type { deleteSubOrganization } from '../../../../contract/subOrganizations.js';
import { keyTables, type WayIn } from '../../../store/organizationTables.js';
import type { Tables } from '../../../store/schema.js';
import type { ActivityHandler } from '../../engine/handlers/handler.js';
import { elsewhere } from '../../engine/handlers/outcome.js';
import { deleteRows } from '../../records/deletedRows.js';

/**
 * Deletes every row that the sub-organization has, in every table: of very many the last ones later, when nothing leads to them any
 * more. What stays is that it was deleted, as an activity of the parent.
 */
export const deleteSubOrganizationHandler: ActivityHandler<typeof deleteSubOrganization> = {
  async execute({ parameters: { deleteWithoutExport } }, { transaction, organization }) {
    const { organization_id, parent_id } = organization;
    if (parent_id === null) throw refused('SUB_ORGANIZATION_REQUIRED');
    if (!deleteWithoutExport && (await holdsUnexported(transaction, organization_id))) throw refused('NOT_EXPORTED');
    const place = { parent_id, organization_id };
    for (const close of Object.values(waysIn)) await close(transaction, place);
    await deleteRows(transaction, organization_id);
    return elsewhere(parent_id, { subOrganizationUuid: organization_id });
  },
};

async function holdsUnexported(db: Kysely<Tables>, organizationId: string): Promise<boolean> {
  for (const table of keyTables) {
    const found = await db
      .selectFrom(table)
      .select('organization_id')
      .where('organization_id', '=', organizationId)
      .where('exported', '=', 0)
      .limit(1)
      .executeTakeFirst();
    if (found) return true;
  }
  return false;
}

type Place = { readonly parent_id: string; readonly organization_id: string };

/** How an organization's rows are found in each table by which its parent's requests find it, and deleted. */
const waysIn: { readonly [Table in WayIn]: (db: Kysely<Tables>, place: Place) => Promise<void> } = {
  async contacts(db, { parent_id, organization_id }) {
    const users = await db
      .selectFrom('users')
      .select(['email', 'phone_number'])
      .where('organization_id', '=', organization_id)
      .execute();
    const contacts = users.flatMap(({ email, phone_number }) => [email ?? [], phone_number ?? []].flat());
    if (contacts.length === 0) return;
    await db
      .deleteFrom('contacts')
      .where('parent_id', '=', parent_id)
      .where('kind', 'in', ['EMAIL', 'PHONE_NUMBER'])
      .where('contact', 'in', contacts)
      .where('organization_id', '=', organization_id)
      .execute();
  },

  async credential_index(db, { parent_id, organization_id }) {
    const credentials = await db
      .selectFrom('credentials')
      .select('lookup_key')
      .where('organization_id', '=', organization_id)
      .execute();
    if (credentials.length === 0) return;
    await db
      .deleteFrom('credential_index')
      .where('parent_id', '=', parent_id)
      .where(
        'lookup_key',
        'in',
        credentials.map(({ lookup_key }) => lookup_key),
      )
      .where('organization_id', '=', organization_id)
      .execute();
  },

  async unproved_keys(db, { parent_id, organization_id }) {
    const credentials = await db
      .selectFrom('credentials')
      .select('public_key')
      .where('organization_id', '=', organization_id)
      .where('is_proved', '=', 0)
      .execute();
    if (credentials.length === 0) return;
    await db
      .deleteFrom('unproved_keys')
      .where('parent_id', '=', parent_id)
      .where(
        'public_key',
        'in',
        credentials.map(({ public_key }) => public_key),
      )
      .where('organization_id', '=', organization_id)
      .execute();
  },

  async parent_fingerprints(db, { organization_id }) {
    await db.deleteFrom('parent_fingerprints').where('organization_id', '=', organization_id).execute();
  },
};
