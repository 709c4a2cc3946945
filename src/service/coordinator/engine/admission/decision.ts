import type { Kysely } from 'kysely';
import type { PolicyRoot } from '../../../../contract/facts.js';
import { RefusedError, refused } from '../../../../contract/refusals.js';
import type { ActivityRow } from '../../../../contract/row.js';
import { ownTurn } from '../../../slices.js';
import type { Row, Tables } from '../../../store/schema.js';
import { traceparentOf } from '../../../store/tracedStore.js';
import type { Tools } from '../../../tools.js';
import { reasonOf } from '../../../tracing.js';
import type { Caller } from '../../callers/caller.js';
import { type DecisionBudget, TooCostly } from '../../policy/budget.js';
import type { CompiledPolicy } from '../../policy/compile.js';
import type { PolicyContext, Wanted } from '../../policy/context.js';
import { type DecidedActivity, decide, isOwn, type Verdict } from '../../policy/decide.js';
import { judge, noContexts, type Ruling, readThings } from '../../policy/judge.js';
import { policiesOf } from '../../policy/organizationPolicies.js';
import { consensusOf, type Subject, subjectOf } from '../../policy/subject.js';
import { mayVote } from '../../policy/voters.js';
import { tagsOf } from '../../records/users.js';
import { type Asking, answerTo, decideBefore, readOnce, readOnceInside } from '../handlers/asking.js';
import type { ActivityHandler, ActivityHandlers, ActivityName, ContextReading } from '../handlers/handler.js';
import type { AllOutcomes } from '../votes/policyOutcomes.js';

/** The decision on an activity, and, if policies were evaluated, their outcomes. */
export type Decision = AllOutcomes & {
  readonly verdict: Verdict;
  /** Where policies would have taken too many steps: they have no outcomes then. */
  readonly tooCostly?: RefusedError | undefined;
};

/** The subject of a decision: a question, and the handler's facts for policies. */
export type Case = DecidedActivity & {
  readonly tools: Pick<Tools, 'clock' | 'work' | 'startSpan' | 'traceparent'>;
  readonly handlers: ActivityHandlers;
  readonly name: ActivityName;
  readonly versionName: string;
  /** Of the activity's bytes. */
  readonly fingerprint: string;
  readonly asking: Asking;
  readonly nowMs: number;
};

/**
 * Decides; evaluates policies of the organization, or of the parent that starts the activity, only if they matter and exist.
 *
 * @throws {RefusedError} where what is to be signed cannot be read for what it says it is
 */
export const decideCase = (db: Kysely<Tables>, activity: Case): Promise<Decision> =>
  traced(db, activity, () => decideFor(db, activity));

/** Decides in a span of its own, where there are spans. */
export async function traced(
  db: Kysely<Tables>,
  { tools, row, versionName }: Pick<Case, 'tools' | 'row' | 'versionName'>,
  run: () => Promise<Decision>,
): Promise<Decision> {
  const { startSpan, traceparent } = tools;
  if (!startSpan) return run();
  const attributes = { 'latchkey.activity.type': row.versions[versionName]?.type ?? row.name };
  const span = startSpan('decision', { kind: 'internal', parent: traceparentOf(db) ?? traceparent, attributes });
  try {
    const decision = await run();
    const { verdict, outcomes } = decision;
    span.end({ 'latchkey.decision.outcome': verdict, 'latchkey.decision.policies': outcomes.length });
    return decision;
  } catch (error) {
    span.end({ 'error.type': reasonOf(error) });
    throw error;
  }
}

async function decideFor(db: Kysely<Tables>, activity: Case): Promise<Decision> {
  const startedBy = await parentThatStarts(db, activity);
  if (!startedBy) return decideHere(db, activity);
  const { verdict, outcomes, tooCostly } = await decideHere(db, startedBy);
  return { verdict: verdict === 'needs consensus' ? 'not allowed' : verdict, outcomes, revision: null, tooCostly };
}

/** The same question for the parent's root quorum and policies, if the parent starts the activity. */
async function parentThatStarts(db: Kysely<Tables>, activity: Case): Promise<Case | undefined> {
  const { caller, row } = activity;
  if (!caller.fromParent || row.right !== 'parent') return undefined;
  const parent = await db
    .selectFrom('organizations')
    .selectAll()
    .where('organization_id', '=', caller.user.organization_id)
    .executeTakeFirstOrThrow();
  const asOwn = { ...caller, fromParent: false };
  return { ...activity, organization: parent, caller: asOwn, approvals: [asOwn] };
}

async function decideHere(db: Kysely<Tables>, activity: Case): Promise<Decision> {
  const { verdict, ruling = noRuling } = await decide(activity, {
    rule: () => ruleOn(db, activity),
    isForRootsAlone: () => isForRootsAlone(db, activity),
    readsAlias: async () =>
      (await policiesOf(db, activity.organization, activity.tools.work)).some(({ readsAlias }) => readsAlias),
  });
  const revision = activity.organization.policies_revision;
  if (ruling instanceof RefusedError) return { verdict, outcomes: [], revision, tooCostly: ruling };
  return { verdict, outcomes: ruling.outcomes, revision };
}

/** Where no policy applies. */
export const noRuling: Ruling = { denies: false, allows: false, awaits: false, outcomes: [] };

async function ruleOn(db: Kysely<Tables>, activity: Case): Promise<Ruling | RefusedError> {
  const policies = await policiesOf(db, activity.organization, activity.tools.work);
  if (policies.length === 0) return noRuling;
  return ask(db, activity, 'the verdict', policies, (subject, budget) => judge(policies, subject, budget));
}

/**
 * Whether a user may vote on a waiting activity, beside root members and its submitter.
 *
 * @throws {RefusedError} POLICY_TOO_COSTLY
 */
export async function mayVoteOn(db: Kysely<Tables>, pending: Case, voter: Caller): Promise<boolean> {
  if (pending.row.right === 'root quorum' || (await isForRootsAlone(db, pending))) return false;
  const policies = await policiesOf(db, pending.organization, pending.tools.work);
  if (policies.length === 0) return false;
  const { approvers, credentials } = consensusOf([voter]);
  const asked = JSON.stringify([approvers, credentials]);
  const answer = await ask(db, pending, asked, policies, (subject, budget) =>
    mayVote(policies, subject, voter, budget),
  );
  if (answer instanceof RefusedError) throw answer;
  return answer;
}

/** @returns the refusal where the answer takes more steps than the decision has left */
async function ask<Answer>(
  db: Kysely<Tables>,
  activity: Case,
  asked: string,
  policies: readonly CompiledPolicy[],
  answerFor: (subject: Subject, budget: DecisionBudget) => Answer,
): Promise<Answer | RefusedError> {
  const { asking, fingerprint, tools } = activity;
  const subject = await subjectIn(db, activity, policies, {
    once: (text, read) => readOnce(asking, db, text, read),
    onceInside: (what, read) => readOnceInside(asking, db, what, read),
  });
  if (!db.isTransaction) await ownTurn(); // to ask may take some 20 ms
  try {
    return tools.work.charge(() =>
      answerTo(asking, { asked, fingerprint, policies, subject }, () => answerFor(subject, asking.budget)),
    );
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    decideBefore(asking, db);
    return refusalOfCost(policies, activity);
  }
}

function refusalOfCost(
  policies: readonly CompiledPolicy[],
  { parameters }: Pick<DecidedActivity, 'parameters'>,
): RefusedError {
  const { payloads } = parameters as { payloads?: readonly unknown[] };
  return refused('POLICY_TOO_COSTLY', { about: `${policies.length} policies, ${payloads?.length ?? 1} payloads` });
}

/** Whether it is about a user whom only the root quorum may submit it about, even if policies allow others. */
export const isForRootsAlone = async (db: Kysely<Tables>, activity: DecidedActivity): Promise<boolean> =>
  (activity.row.ofOthers === 'root quorum' && !isOwn(activity)) || isAboutRoot(db, activity);

/** Whether it deletes a member of the root quorum, or changes another one's credentials, contacts, name or tags. */
async function isAboutRoot(db: Kysely<Tables>, { row, parameters, organization }: DecidedActivity): Promise<boolean> {
  if (row.ofRootMember !== 'root quorum') return false;
  const { userId, userIds = [], addUserIds = [], removeUserIds = [], userTagIds = [] } = parameters as Naming;
  const named = [...(userId === undefined ? [] : [userId]), ...userIds, ...addUserIds, ...removeUserIds];
  // Who names no user, and tags, takes these from all who have them.
  const tagIds = userId === undefined ? userTagIds : [];
  if (named.length === 0 && tagIds.length === 0) return false;
  const roots = await db
    .selectFrom('users')
    .select(['user_id', 'tag_ids'])
    .where('organization_id', '=', organization.organization_id)
    .where('is_root', '=', 1)
    .execute();
  return roots.some((root) => named.includes(root.user_id) || tagsOf(root).some((id) => tagIds.includes(id)));
}

/** The members by which requests name users, or those who have tags. */
type Naming = {
  readonly userId?: string;
  readonly userIds?: readonly string[];
  readonly addUserIds?: readonly string[];
  readonly removeUserIds?: readonly string[];
  readonly userTagIds?: readonly string[];
};

const readEachTime: Omit<ContextReading, 'work'> = {
  once: (_text, read) => read(),
  onceInside: (_what, read) => read(),
};

/** What an activity's policies see of it. @throws {RefusedError} where what is to be signed cannot be read for what it says it is */
export async function subjectIn(
  db: Kysely<Tables>,
  activity: Omit<Case, 'fingerprint' | 'asking'>,
  policies: readonly CompiledPolicy[],
  reading: Omit<ContextReading, 'work'> = readEachTime,
): Promise<Subject> {
  const { tools, row, name, handlers, versionName: version, parameters, caller, organization } = activity;
  const handler: Pick<ActivityHandler<ActivityRow, unknown>, 'contexts'> = handlers[name];
  const contexts: readonly PolicyContext[] =
    handler.contexts && readThings(policies, { kind: row })
      ? await handler.contexts({ version, parameters, caller, organization }, db, wantedBy(policies), {
          work: tools.work,
          ...reading,
        })
      : noContexts;
  return subjectOf({ ...activity, contexts });
}

function wantedBy(policies: readonly CompiledPolicy[]): Wanted {
  const roots = policies.flatMap(({ reads }) =>
    reads.filter((read): read is PolicyRoot => !read.startsWith('activity.')),
  );
  return new Set([...roots, ...(policies.some(({ readsCalls }) => readsCalls) ? ['calls' as const] : [])]);
}

/**
 * Whether a policy denies a login to the user whom its evidence proves. Only denying policies are evaluated, and none for a root member.
 *
 * @throws {RefusedError} POLICY_TOO_COSTLY
 */
export async function deniesLogin(
  db: Kysely<Tables>,
  {
    user,
    tools,
    ...activity
  }: Pick<DecidedActivity, 'organization' | 'row' | 'parameters'> & {
    readonly tools: Pick<Tools, 'work'>;
    readonly user: Row<'users'>;
    readonly nowMs: number;
  },
): Promise<boolean> {
  if (user.is_root) return false;
  const policies = await policiesOf(db, activity.organization, tools.work);
  const denying = policies.filter(({ effect }) => effect === 'EFFECT_DENY');
  const approvals = [{ user, credential: undefined }];
  if (denying.length === 0) return false;
  const subject = subjectOf({ ...activity, approvals, contexts: noContexts });
  try {
    return tools.work.charge(() => judge(denying, subject).denies);
  } catch (error) {
    throw error instanceof TooCostly ? refusalOfCost(denying, activity) : error;
  }
}
