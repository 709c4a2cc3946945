import type { Kysely } from 'kysely';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Caller, Organization } from '../callers/caller.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import type { Approval } from '../policy/subject.js';
import { findUser } from '../records/users.js';
import { type Case, type Decision, mayVoteOn, traced } from './admission/decision.js';
import { rowOf } from './handlers/rowOf.js';
import { activitiesKnownBy } from './record/record.js';
import { openKept } from './sealedAnswers.js';
import { approversOf, haveLapsed, votedBy } from './votes/votes.js';
import { votingCredential } from './votes/votingCredential.js';

/**
 * Decides whether a user may vote on what waits: root members may, who submitted it, and those whom a policy names.
 *
 * @see docs/wire.md 7.1
 */
export async function decideVote(db: Kysely<Tables>, activity: Case & { readonly tools: Tools }): Promise<Decision> {
  return traced(db, activity, async () => {
    const { caller } = activity;
    const isMember = !caller.fromParent && caller.user.is_proxy === 0;
    const isAllowed = isMember && (caller.user.is_root === 1 || (await isVoter(db, activity)));
    return { verdict: isAllowed ? 'allow' : 'not allowed', outcomes: [], revision: null };
  });
}

async function isVoter(db: Kysely<Tables>, activity: Case & { readonly tools: Tools }): Promise<boolean> {
  const { caller, organization, parameters } = activity;
  const { fingerprint } = parameters as { fingerprint: string };
  const [pending] = await activitiesKnownBy(db, { organization_id: organization.organization_id, fingerprint });
  if (pending?.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return false;
  if (pending.submitted_by === caller.user.user_id) return true;
  const waiting = organization.policies_revision === null ? undefined : await caseOf(db, activity, pending);
  return waiting !== undefined && mayVoteOn(db, waiting, caller);
}

type CaseContext = Pick<Case, 'handlers' | 'asking' | 'organization' | 'nowMs'> & { readonly tools: Tools };

/** An activity that waits, as it is decided now; `undefined` where its submitter has gone. */
export async function caseOf(
  db: Kysely<Tables>,
  context: CaseContext,
  pending: Row<'activities'>,
): Promise<Case | undefined> {
  const { tools, handlers, asking, organization, nowMs } = context;
  const { name, row, versionName } = rowOf(pending.type);
  const { caller, parameters } = await submissionOf(tools, db, pending);
  if (!caller) return undefined;
  const approvals = haveLapsed(pending, nowMs) ? [] : await approvalsOf(db, organization, pending);
  const { fingerprint } = pending;
  return {
    tools,
    handlers,
    asking,
    organization,
    nowMs,
    name,
    row,
    versionName,
    fingerprint,
    caller,
    parameters,
    approvals,
  };
}

/** Who approves it, and by which credential: that one only policies ask for. */
async function approvalsOf(
  db: Kysely<Tables>,
  { policies_revision }: Organization,
  pending: Row<'activities'>,
): Promise<Approval[]> {
  const approvals: Approval[] = [];
  for (const user of await approversOf(db, pending)) {
    const held = policies_revision === null ? [] : await credentialsOf(db, user);
    approvals.push({ user, credential: votingCredential(held, user) });
  }
  return approvals;
}

/** Who submitted an activity, if still a member, and with which parameters. */
async function submissionOf(
  tools: Tools,
  db: Kysely<Tables>,
  pending: Row<'activities'>,
): Promise<{ caller: Caller | undefined; parameters: unknown }> {
  const { version } = rowOf(pending.type);
  const parameters = await openKept(tools, db, pending, 'parameters');
  return {
    caller: await submitterOf(db, pending),
    parameters: parameters ?? JSON.parse(pending.intent)[version.intentKey],
  };
}

/** Who submitted the activity, if still a member, with the credential that they approve it by. */
async function submitterOf(db: Kysely<Tables>, pending: Row<'activities'>): Promise<Caller | undefined> {
  const user = await findUser(db, pending.organization_id, pending.submitted_by);
  if (!user) return undefined;
  const vote = await votedBy(db, pending, pending.submitted_by);
  const credential = vote && votingCredential(await credentialsOf(db, user), vote);
  return { user, fromParent: false, credential };
}
