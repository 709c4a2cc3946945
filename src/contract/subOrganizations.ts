import * as v from 'valibot';
import { text, uuid } from './fields.js';
import { getLoginState } from './loginState.queries.js';
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

const suspendSubOrganizationParameters = v.strictObject({
  subOrganizationId: uuid,
  reason: v.pipe(text, v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(1000)),
});
const subOrganizationNamed = v.object({ subOrganizationId: v.string() });
export interface SuspendSubOrganizationParameters extends v.InferInput<typeof suspendSubOrganizationParameters> {}
export interface SuspendSubOrganizationResult extends v.InferOutput<typeof subOrganizationNamed> {}

/**
 * Suspends a sub-organization, in an activity of our own: all its sessions end, and until it is resumed its users can log in, read, export
 * their keys, and delete credentials of their own while another way in stays. All else is refused as SUSPENDED, with the configuration's
 * `supportContact`. What waits of the sessions is withdrawn; all else that waits stays undecided. Nobody is cut off from a wallet. Only the parent's root quorum may do so.
 *
 * @remarks A second one counts instead of the first: it replaces the reason, and ends the sessions since. Only users of the top-level organization read the reason.
 * `subOrganizationId`: one of the organization's own, else ORGANIZATION_NOT_FOUND.
 * @throws FRESH_LOGIN_REQUIRED
 * @see A row of our own
 */
export const suspendSubOrganization = activity({
  name: 'suspend_sub_organization',
  versions: {
    V1: {
      parameters: suspendSubOrganizationParameters as v.GenericSchema<SuspendSubOrganizationParameters>,
      result: subOrganizationNamed as v.GenericSchema<SuspendSubOrganizationResult>,
    },
  },
  newest: 'V1',
  resource: 'ORGANIZATION',
  action: 'UPDATE',
  right: 'root quorum',
  fresh: 'required',
  changes: [getLoginState],
  refusals: ['FRESH_LOGIN_REQUIRED'],
});

const resumeSubOrganizationParameters = v.strictObject({ subOrganizationId: uuid });
export interface ResumeSubOrganizationParameters extends v.InferInput<typeof resumeSubOrganizationParameters> {}
export interface ResumeSubOrganizationResult extends v.InferOutput<typeof subOrganizationNamed> {}

/**
 * Ends the suspension of a sub-organization, in an activity of our own: its users log in again, since all sessions end, and what waits can
 * be decided. One that is not suspended stays as it is. Only the parent's root quorum may do so.
 *
 * @throws FRESH_LOGIN_REQUIRED
 * @see A row of our own
 */
export const resumeSubOrganization = activity({
  name: 'resume_sub_organization',
  versions: {
    V1: {
      parameters: resumeSubOrganizationParameters as v.GenericSchema<ResumeSubOrganizationParameters>,
      result: subOrganizationNamed as v.GenericSchema<ResumeSubOrganizationResult>,
    },
  },
  newest: 'V1',
  resource: 'ORGANIZATION',
  action: 'UPDATE',
  right: 'root quorum',
  fresh: 'required',
  changes: [getLoginState],
  refusals: ['FRESH_LOGIN_REQUIRED'],
});
