import { writeRefusalBody } from '../../../contract/refusalBody.js';
import { type RefusedError, refused } from '../../../contract/refusals.js';
import { peer } from '../../peer.js';
import type { Row } from '../../store/schema.js';
import { announceActivity } from './announceActivity.js';
import { belongingOfContact, belongingOfRow, isOfLogin } from './belonging.js';
import type { Execution } from './execution.js';
import { forget } from './sealedAnswers.js';
import { withdrawVotes } from './votes.js';

type BelongsTo = Row<'votes'>['belongs_to'];
type User = Pick<Row<'users'>, 'user_id'>;

/** Withdraws all that waits of users who are deleted. */
export const withdrawOfUsers = (execution: Execution, userIds: readonly string[]): Promise<void> =>
  withdraw(execution, userIds, () => true, refused('USER_NOT_FOUND', { about: 'who asked' }));

/**
 * Withdraws what waits of credentials that a request has deleted by name. A session that ends its own keys alone leaves what waits of it: a
 * renewal and a logout here are no revocation. Keys of several logins named at once are a logout everywhere, which withdraws what waits of
 * every login of that user, of ended ones, too; of the one that stamps only if it is named itself.
 */
export async function withdrawOfDeleted(
  execution: Execution,
  user: User,
  deleted: readonly Row<'credentials'>[],
): Promise<void> {
  const belongings = new Set(deleted.map(belongingOfRow));
  const logins = [...belongings].filter(isOfLogin);
  const stamping = execution.belongsTo ?? '';
  const isEverywhere = logins.length > 1;
  if (!isEverywhere && logins.includes(stamping)) belongings.delete(stamping);
  if (belongings.size === 0) return;
  await withdraw(
    execution,
    [user.user_id],
    (each) => belongings.has(each ?? '') || (isEverywhere && isOfLogin(each) && each !== stamping),
  );
}

/** Withdraws what waits of all sessions of a user, of ended ones, too, but not of the login that stamps. */
export const withdrawOfSessions = (execution: Execution, user: User): Promise<void> =>
  withdraw(execution, [user.user_id], (each) => isOfLogin(each) && each !== execution.belongsTo);

/** Withdraws what waits by codes to a contact that the user has no more. */
export const withdrawOfContact = (execution: Execution, user: User, kind: Row<'contacts'>['kind']): Promise<void> =>
  withdraw(execution, [user.user_id], (each) => each === belongingOfContact(kind));

/** Ends users' waiting activities, and takes back their votes on others', by what these belong to. */
async function withdraw(
  execution: Execution,
  userIds: readonly string[],
  isOf: (belongsTo: BelongsTo) => boolean,
  refusal: RefusedError = refused('NOT_AUTHORIZED', { about: 'the credential that asked was deleted' }),
): Promise<void> {
  const { tools, transaction, organization, activityId, nowMs } = execution;
  const { sql } = await peer('kysely', () => import('kysely'));
  const waiting = await transaction
    .selectFrom('activities')
    .select(['organization_id', 'activity_id', 'submitted_by', 'belongs_to'])
    .where('organization_id', '=', organization.organization_id)
    // In the text of the statement, so that the index of those that wait is found by it.
    .where('status', '=', sql.lit('ACTIVITY_STATUS_CONSENSUS_NEEDED'))
    // The one that is executed waits no more.
    .where('activity_id', '!=', activityId)
    .execute();
  const ended = waiting.filter(({ submitted_by, belongs_to }) => userIds.includes(submitted_by) && isOf(belongs_to));
  const others = waiting.filter((activity) => !ended.includes(activity)).map(({ activity_id }) => activity_id);
  await withdrawVotes(transaction, organization.organization_id, { activityIds: others, userIds }, isOf);
  for (const activity of ended) {
    const failed = await transaction
      .updateTable('activities')
      .set({
        status: 'ACTIVITY_STATUS_FAILED',
        failure: JSON.stringify(writeRefusalBody(refusal)),
        waiting_since_ms: null,
        updated_at_ms: nowMs,
      })
      .where('organization_id', '=', activity.organization_id)
      .where('activity_id', '=', activity.activity_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await announceActivity(tools, transaction, organization, failed, nowMs);
    await forget(transaction, activity);
  }
}
