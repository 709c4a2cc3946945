import type { Kysely } from 'kysely';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Caller, Organization } from '../caller/caller.js';
import { credentialsOf } from '../credentials/records.js';
import type { Approval } from '../policy/subject.js';
import { findUser } from '../users/records.js';
import type { Case } from './decision.js';
import { rowOf } from './rowOf.js';
import { openKept } from './sealedAnswers.js';
import { approversOf, haveLapsed, votedBy } from './votes.js';
import { votingCredential } from './votingCredential.js';

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
