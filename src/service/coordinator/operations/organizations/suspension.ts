import type { Kysely } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type { resumeSubOrganization, suspendSubOrganization } from '../../../../contract/subOrganizations.js';
import { firstTimedId } from '../../../ids.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { ActivityHandler, Execution } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import { withdrawOfEverySession } from '../../engine/withdrawn.js';
import { credentialsOfAll, isSession, removeCredentials } from '../../records/credentials.js';
import { findSubOrganization } from '../../records/organizations.js';
import { usersOf } from '../../records/users.js';

/** Ends every session of the sub-organization, and what waits of them; what waits of other credentials stays as it is. */
export const suspendSubOrganizationHandler: ActivityHandler<typeof suspendSubOrganization, void> = {
  /**
   * Lets nothing else begin that this would conflict with; it lapses by itself if the suspension does not commit. Serializable, too: what is
   * under way has read the row as it was before this, and would not conflict with a later change of it.
   */
  async prepare({ parameters: { subOrganizationId }, organization }, { tools, nowMs }) {
    const marked = await tools.store.transaction((transaction) =>
      transaction
        .updateTable('organizations')
        .set({ suspending_until_ms: nowMs + leaseMs })
        .where('organization_id', '=', subOrganizationId)
        .where('parent_id', '=', organization.organization_id)
        .returning('organization_id')
        .execute(),
    );
    if (marked.length === 0) throw refused('ORGANIZATION_NOT_FOUND');
  },
  async execute({ parameters: { subOrganizationId, reason } }, execution) {
    const { transaction, organization: parent, nowMs } = execution;
    const organization = await findSubOrganization(transaction, parent, subOrganizationId);
    const suspended = {
      suspended_at_ms: nowMs,
      suspension_reason: reason,
      suspending_until_ms: null,
    };
    await write(transaction, subOrganizationId, suspended);
    await readRecord(transaction, subOrganizationId, nowMs);
    await endSessions(execution, organization);
    return done({ subOrganizationId });
  },
};

/** Ends the sessions since, too: who has got in meanwhile does not sign at once. One that is not suspended stays as it is. */
export const resumeSubOrganizationHandler: ActivityHandler<typeof resumeSubOrganization> = {
  async execute({ parameters: { subOrganizationId } }, execution) {
    const { transaction, organization: parent } = execution;
    const organization = await findSubOrganization(transaction, parent, subOrganizationId);
    const resumed = { suspended_at_ms: null, suspension_reason: null, suspending_until_ms: null };
    await write(transaction, subOrganizationId, resumed);
    if (organization.suspended_at_ms !== null) await endSessions(execution, organization);
    return done({ subOrganizationId });
  },
};

type SubOrganization = Awaited<ReturnType<typeof findSubOrganization>>;

async function endSessions(execution: Execution, organization: SubOrganization): Promise<void> {
  const { transaction } = execution;
  const sessions = (await credentialsOfAll(transaction, organization.organization_id)).filter(isSession);
  await removeCredentials(transaction, organization, sessions);
  const users = await usersOf(transaction, organization.organization_id);
  const userIds = users.map(({ user_id }) => user_id);
  await withdrawOfEverySession({ ...execution, organization }, userIds);
}

const write = (
  db: Kysely<Tables>,
  organizationId: string,
  columns: Pick<Row<'organizations'>, 'suspended_at_ms' | 'suspension_reason' | 'suspending_until_ms'>,
) => db.updateTable('organizations').set(columns).where('organization_id', '=', organizationId).execute();

/**
 * Reads all that was recorded of late. An activity that is under way has read that the organization is not suspended, and writes what was
 * read here, however many have others after it: PostgreSQL lets one of the two commit first, and the other begins again.
 *
 * @see PostgreSQL, Serializable Isolation Level: read/write dependencies
 */
const readRecord = (db: Kysely<Tables>, organizationId: string, nowMs: number) =>
  db
    .selectFrom('activities')
    .select('activity_id')
    .where('organization_id', '=', organizationId)
    .where('activity_id', '>=', firstTimedId(nowMs - longestMs))
    .execute();

/** No transaction is open as long, and no two processes' clocks differ as much. */
const longestMs = 60_000;

/** Longer than a suspension takes that meets nothing but logins and exports. */
const leaseMs = 10_000;
