import type { Kysely } from 'kysely';
import type { PolicyRoot } from '../../../contract/facts.js';
import type { ActivityRow } from '../../../contract/row.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Caller } from '../caller/caller.js';
import type { PolicyContext, Wanted } from '../policy/context.js';
import { decide, isOwn, type SubmittedActivity, type Verdict } from '../policy/decide.js';
import { judge, noContexts, type Ruling, readThings } from '../policy/judge.js';
import { policiesOf } from '../policy/organizationPolicies.js';
import { type Subject, subjectOf } from '../policy/subject.js';
import { mayVote } from '../policy/voters.js';
import type { ActivityHandler } from './execution.js';
import type { ActivityHandlers, ActivityName } from './handlers.js';
import type { AllOutcomes } from './policyOutcomes.js';

/** The decision on an activity, and, if policies were evaluated, their outcomes. */
export type Decision = AllOutcomes & { readonly verdict: Verdict };

/** The subject of a decision: a question, and the handler's facts for policies. */
export type Case = SubmittedActivity & {
  readonly tools: Pick<Tools, 'clock'>;
  readonly handlers: ActivityHandlers;
  readonly name: ActivityName;
  readonly versionName: string;
  readonly nowMs: number;
};

/**
 * Decides; evaluates policies of the organization, or of the parent that starts the activity, only if they matter and exist.
 *
 * @throws {RefusedError} where what is to be signed cannot be read for what it says it is
 */
export async function decideCase(db: Kysely<Tables>, activity: Case): Promise<Decision> {
  const startedBy = await parentThatStarts(db, activity);
  if (!startedBy) return decideHere(db, activity);
  const { verdict, outcomes } = await decideHere(db, startedBy);
  return { verdict: verdict === 'needs consensus' ? 'deny' : verdict, outcomes, revision: null };
}

/** The same question for the parent's root quorum and policies, if the parent starts the activity. */
async function parentThatStarts(db: Kysely<Tables>, activity: Case): Promise<Case | undefined> {
  const { caller, row } = activity;
  if (!caller.fromParent || row.right !== 'started by the parent') return undefined;
  const parent = await db
    .selectFrom('organizations')
    .selectAll()
    .where('organization_id', '=', caller.user.organization_id)
    .executeTakeFirstOrThrow();
  const asOwn = { ...caller, fromParent: false };
  return { ...activity, organization: parent, caller: asOwn, approvals: [asOwn] };
}

async function decideHere(db: Kysely<Tables>, activity: Case): Promise<Decision> {
  let outcomes: Decision['outcomes'] = [];
  const verdict = await decide(
    activity,
    async () => {
      const ruling = await ruleOn(db, activity);
      outcomes = ruling.outcomes;
      return ruling;
    },
    () => isForRootsAlone(db, activity),
  );
  return { verdict, outcomes, revision: activity.organization.policies_revision };
}

const noOutcomes: Ruling = { denies: false, allows: false, awaits: false, outcomes: [] };

async function ruleOn(db: Kysely<Tables>, activity: Case): Promise<Ruling> {
  const policies = await policiesOf(db, activity.organization);
  return policies.length === 0 ? noOutcomes : judge(policies, await subjectIn(db, activity, policies));
}

/** Whether a user may vote on a waiting activity, beside root members and its submitter. */
export async function mayVoteOn(db: Kysely<Tables>, pending: Case, voter: Caller): Promise<boolean> {
  if (pending.row.right === 'root quorum only' || (await isForRootsAlone(db, pending))) return false;
  const policies = await policiesOf(db, pending.organization);
  return policies.length > 0 && mayVote(policies, await subjectIn(db, pending, policies), voter);
}

/** Whether it is about a user whom only the root quorum may submit it about, even if policies allow others. */
const isForRootsAlone = async (db: Kysely<Tables>, activity: SubmittedActivity): Promise<boolean> =>
  (activity.row.ofOthers === 'root quorum only' && !isOwn(activity)) || isAboutRoot(db, activity);

/** Whether it deletes a member of the root quorum, or changes another one's credentials or contacts. */
async function isAboutRoot(db: Kysely<Tables>, { row, parameters, organization }: SubmittedActivity): Promise<boolean> {
  if (row.ofRootMember !== 'root quorum only') return false;
  const { userId, userIds = [] } = parameters as { userId?: string; userIds?: readonly string[] };
  const named = userId === undefined ? userIds : [userId, ...userIds];
  if (named.length === 0) return false;
  const roots = await db
    .selectFrom('users')
    .select('user_id')
    .where('organization_id', '=', organization.organization_id)
    .where('user_id', 'in', named)
    .where('is_root', '=', 1)
    .execute();
  return roots.length > 0;
}

async function subjectIn(
  db: Kysely<Tables>,
  activity: Case,
  policies: Parameters<typeof readThings>[0],
): Promise<Subject> {
  const { row, name, handlers, versionName: version, parameters, caller, organization } = activity;
  const handler: Pick<ActivityHandler<ActivityRow, unknown>, 'contexts'> = handlers[name];
  const contexts: readonly PolicyContext[] =
    handler.contexts && readThings(policies, { kind: row })
      ? await handler.contexts({ version, parameters, caller, organization }, db, wantedBy(policies))
      : noContexts;
  return subjectOf({ ...activity, contexts });
}

function wantedBy(policies: Parameters<typeof readThings>[0]): Wanted {
  const roots = policies.flatMap(({ reads }) =>
    reads.filter((read): read is PolicyRoot => !read.startsWith('activity.')),
  );
  return new Set([...roots, ...(policies.some(({ readsCalls }) => readsCalls) ? ['calls' as const] : [])]);
}

/**
 * Whether a policy denies a login to the user whom its evidence proves. Only denying policies are evaluated, and none for a root member.
 */
export async function deniesLogin(
  db: Kysely<Tables>,
  {
    user,
    ...activity
  }: Pick<SubmittedActivity, 'organization' | 'row' | 'parameters'> & {
    readonly user: Row<'users'>;
    readonly nowMs: number;
  },
): Promise<boolean> {
  if (user.is_root) return false;
  const policies = await policiesOf(db, activity.organization);
  const denying = policies.filter(({ effect }) => effect === 'EFFECT_DENY');
  const approvals = [{ user, credential: undefined }];
  return denying.length > 0 && judge(denying, subjectOf({ ...activity, approvals, contexts: noContexts })).denies;
}
