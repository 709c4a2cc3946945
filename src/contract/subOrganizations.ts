import * as v from 'valibot';
import { listSuborgs, listVerifiedSuborgs } from './organizations.queries.js';
import { activity } from './row.js';

const deleteSubOrganizationParameters = v.strictObject({ deleteWithoutExport: v.optional(v.boolean()) });
const deleteSubOrganizationResult = v.object({ subOrganizationUuid: v.string() });
export interface DeleteSubOrganizationParameters extends v.InferInput<typeof deleteSubOrganizationParameters> {}
export interface DeleteSubOrganizationResult extends v.InferOutput<typeof deleteSubOrganizationResult> {}

/**
 * Deletes the sub-organization that the request names, with its users, keys, wallets and record. Its keys stop working at once, so that the
 * same bytes are answered with 401. Only its root quorum may do so. The activity, without its votes, stays in the parent's record.
 *
 * @throws NOT_EXPORTED (unless `deleteWithoutExport`), SUB_ORGANIZATION_REQUIRED (in a parent), FRESH_LOGIN_REQUIRED
 * @see docs/wire.md 2.14 `delete_sub_organization`
 */
export const deleteSubOrganization = activity({
  name: 'delete_sub_organization',
  versions: {
    V1: {
      parameters: deleteSubOrganizationParameters as v.GenericSchema<DeleteSubOrganizationParameters>,
      result: deleteSubOrganizationResult as v.GenericSchema<DeleteSubOrganizationResult>,
    },
  },
  newest: 'V1',
  resource: 'ORGANIZATION',
  action: 'DELETE',
  right: 'root quorum',
  fresh: 'required',
  changes: [listSuborgs, listVerifiedSuborgs],
  refusals: ['FRESH_LOGIN_REQUIRED', 'SUB_ORGANIZATION_REQUIRED', 'NOT_EXPORTED'],
});
