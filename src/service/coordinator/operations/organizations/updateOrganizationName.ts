import type { updateOrganizationName } from '../../../../contract/organizations.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';

/** Keeps the first name of all, by which an operator's own scripts may know the organization. */
export const updateOrganizationNameHandler: ActivityHandler<typeof updateOrganizationName> = {
  async execute({ parameters: { organizationName } }, { transaction, organization: { organization_id } }) {
    await transaction
      .updateTable('organizations')
      .set((row) => ({ name: organizationName, first_name: row.fn.coalesce('first_name', 'name') }))
      .where('organization_id', '=', organization_id)
      .execute();
    return done({ organizationId: organization_id, organizationName });
  },
};
