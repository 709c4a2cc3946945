import { type RefusedError, refused } from '../../../contract/refusals.js';
import type { Row } from '../../store/schema.js';
import type { Organization } from '../callers/caller.js';
import { belongingOfContact, belongingOfRow, isOfLogin } from './admission/belonging.js';
import { commit } from './commit.js';
import type { Execution } from './handlers/handler.js';
import { failed } from './handlers/outcome.js';
import { rowOf } from './handlers/rowOf.js';
import { votesBy, withdrawVotes } from './votes/votes.js';

/** What a request or a vote was stamped by. */
type Stamped = {
  readonly belongs_to: Row<'votes'>['belongs_to'];
  /** The key; of a request the one that its submitter approves it by: `null` where their approval has lapsed. */
  readonly voted_by: string | null;
};
/** The organization where it waits, and the activity that ends it. */
type Within = Pick<Execution, 'tools' | 'transaction' | 'activityId' | 'nowMs'> & {
  readonly organization: Pick<Organization, 'organization_id' | 'parent_id'>;
};
type User = Pick<Row<'users'>, 'user_id'>;

/** Withdraws all that waits of users who are deleted. */
export const withdrawOfUsers = (execution: Execution, userIds: readonly string[]): Promise<void> =>
  withdraw(execution, userIds, () => true, refused('USER_NOT_FOUND', { about: 'who asked' }));

/**
 * Withdraws what waits of credentials that a request has deleted by name. A session that ends its own keys alone leaves what waits of it: a
 * renewal and a logout here are no revocation. Keys of several logins named at once, or the stamping key and another of its login, are a
 * logout everywhere, which withdraws what waits of every login of that user, of ended ones, too; of the one that stamps only if it is named
 * itself. No renewal ends a key that is newer than its own: whoever names one revokes what that key has stamped.
 *
 * @param held - what the user had before.
 */
export async function withdrawOfDeleted(
  execution: Execution,
  user: User,
  deleted: readonly Row<'credentials'>[],
  held: readonly Row<'credentials'>[],
): Promise<void> {
  const belongings = new Set(deleted.map(belongingOfRow));
  const logins = [...belongings].filter(isOfLogin);
  const stamping = execution.belongsTo ?? '';
  const stampingKey = execution.caller.credential?.publicKey;
  const ofStamping = deleted.filter((each) => belongingOfRow(each) === stamping && isOfLogin(stamping));
  const namesItself = ofStamping.length > 1 && ofStamping.some(({ public_key }) => public_key === stampingKey);
  const isEverywhere = logins.length > 1 || namesItself;
  if (!isEverywhere && ofStamping.length > 0) belongings.delete(stamping);
  const stampingSinceMs = held.find(({ public_key }) => public_key === stampingKey)?.created_at_ms ?? 0;
  const newer = ofStamping
    .filter(({ created_at_ms }) => created_at_ms > stampingSinceMs)
    .map(({ public_key }) => public_key);
  if (belongings.size === 0 && newer.length === 0) return;
  await withdraw(
    execution,
    [user.user_id],
    ({ belongs_to, voted_by }) =>
      belongings.has(belongs_to ?? '') ||
      (isEverywhere && isOfLogin(belongs_to) && belongs_to !== stamping) ||
      (newer.length > 0 && belongs_to === stamping && (voted_by === null || newer.includes(voted_by))),
  );
}

/** Withdraws what waits of all sessions of a user, of ended ones, too, but not of the login that stamps. */
export const withdrawOfSessions = (execution: Execution, user: User): Promise<void> =>
  withdraw(execution, [user.user_id], ({ belongs_to }) => isOfLogin(belongs_to) && belongs_to !== execution.belongsTo);

/** Withdraws what waits of all sessions of users, of ended ones, too, in their organization. */
export const withdrawOfEverySession = (within: Within, userIds: readonly string[]): Promise<void> =>
  withdraw(within, userIds, ({ belongs_to }) => isOfLogin(belongs_to));

/** Withdraws what waits by codes to a contact that the user has no more. */
export const withdrawOfContact = (execution: Execution, user: User, kind: Row<'contacts'>['kind']): Promise<void> =>
  withdraw(execution, [user.user_id], ({ belongs_to }) => belongs_to === belongingOfContact(kind));

/** Ends users' waiting activities, and takes back their votes on others', by what these were stamped by. */
async function withdraw(
  within: Within,
  userIds: readonly string[],
  isOf: (stamped: Stamped) => boolean,
  refusal: RefusedError = refused('NOT_AUTHORIZED', { about: 'the credential that asked was deleted' }),
): Promise<void> {
  const { tools, transaction, organization, activityId, nowMs } = within;
  const waiting = await transaction
    .selectFrom('activities')
    .selectAll()
    .where('organization_id', '=', organization.organization_id)
    // By this the index of those that wait is found: an organization may have any number of others.
    .where('waiting_since_ms', 'is not', null)
    // The one that is executed waits no more.
    .where('activity_id', '!=', activityId)
    .execute();
  const activityIds = waiting.map(({ activity_id }) => activity_id);
  const votes = await votesBy(transaction, organization.organization_id, { activityIds, userIds });
  const keyOf = ({ activity_id, submitted_by }: (typeof waiting)[number]) =>
    votes.find((vote) => vote.activity_id === activity_id && vote.user_id === submitted_by)?.voted_by ?? null;
  const ended = waiting.filter(
    (each) => userIds.includes(each.submitted_by) && isOf({ ...each, voted_by: keyOf(each) }),
  );
  const endedIds = ended.map(({ activity_id }) => activity_id);
  const others = votes.filter((vote) => !endedIds.includes(vote.activity_id) && isOf(vote));
  await withdrawVotes(transaction, organization.organization_id, others);
  for (const activity of ended) {
    const { row, version } = rowOf(activity.type);
    await commit({ tools, transaction, row, version, activity, organization, nowMs }, failed(refusal));
  }
}
