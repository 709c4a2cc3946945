import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import { toBase64Url } from '../../../crypto/base64url.js';
import { fromHex } from '../../../crypto/hex.js';
import type { AttestedScheme } from '../../../stampers/attestedStamp.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { type Caller, type CallerCredential, credentialIdOf, type Organization } from '../caller/caller.js';
import { contactType } from '../caller/contactStatements.js';
import { credentialsOf } from '../credentials/records.js';
import { isProvider } from '../oauth/records.js';
import type { Approval } from '../policy/subject.js';
import { findUser } from '../users/records.js';
import { announceActivity } from './announceActivity.js';
import { type Case, type Decision, decideCase, mayVoteOn } from './decision.js';
import { droppedParameters } from './droppedMembers.js';
import { takeLease, underWayColumns } from './effects.js';
import { counted, type Execution, isCounted, isUnderWay, type Preparation } from './execution.js';
import { concluded, resultMember } from './outcome.js';
import { writeEvaluations } from './policyOutcomes.js';
import { activitiesKnownBy, insertActivity } from './record.js';
import { rowOf } from './rowOf.js';
import { type Foreknown, hasPreparation, runExecution, runPreparation } from './runExecution.js';
import { forget, keepForMaker, openKept } from './sealedAnswers.js';
import { approversOf, haveLapsed, keepEvaluations, noVotes, type VotedBy, votedBy } from './votes.js';

/**
 * Decides whether a user may vote on what waits: root members may, who submitted it, and those whom a policy names.
 *
 * @see Wire facts 7.1
 */
export async function decideVote(db: Kysely<Tables>, activity: Case & { readonly tools: Tools }): Promise<Decision> {
  const { caller } = activity;
  const isMember = !caller.fromParent && caller.user.is_proxy === 0;
  const isAllowed = isMember && (caller.user.is_root === 1 || (await isVoter(db, activity)));
  return { verdict: isAllowed ? 'allow' : 'deny', outcomes: [], revision: null };
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

/**
 * Executes a waiting activity, if its approvals now suffice. A policy that denies it now ends it; one that is no longer allowed keeps
 * waiting.
 */
export async function executePending(
  execution: Execution,
  pending: Row<'activities'>,
  foreknown: Foreknown,
): Promise<void> {
  const { tools, transaction, organization, nowMs } = execution;
  const { name, row, version, versionName } = rowOf(pending.type);
  const activity = await caseOf(transaction, { ...execution, handlers: foreknown.handlers }, pending);
  if (!activity) return;
  const { caller, parameters } = activity;
  const decision = await decideCase(transaction, activity);
  const { verdict } = decision;
  const evaluations = writeEvaluations(decision);
  if (evaluations !== undefined)
    await keepEvaluations(transaction, pending, { userId: execution.caller.user.user_id, evaluations });
  if (verdict !== 'allow' && verdict !== 'denied by a policy') return;
  let place = pending.organization_id;
  const recordIn = (organizationId: string) => {
    place = organizationId;
    execution.recordIn(organizationId);
  };
  const outcome =
    verdict === 'denied by a policy'
      ? counted(refused('NOT_AUTHORIZED'))
      : await runExecution(
          { name, fingerprint: pending.fingerprint, version: versionName, parameters },
          { ...execution, caller, activityId: pending.activity_id, recordIn },
          foreknown,
        );
  const recorded = isCounted(outcome)
    ? { [version.intentKey]: await droppedParameters(tools.primitives, JSON.parse(pending.intent)[version.intentKey]) }
    : undefined;
  const changed = {
    ...(isUnderWay(outcome) ? underWayColumns : concluded(row, version, outcome)),
    ...(recorded && { intent: JSON.stringify(recorded) }),
    updated_at_ms: nowMs,
  };
  if (place !== pending.organization_id) {
    const moved = { ...pending, ...changed, organization_id: place, ...noVotes };
    await insertActivity(transaction, moved);
    return announceActivity(tools, transaction, { organization_id: place, parent_id: null }, moved, nowMs);
  }
  const updated = await transaction
    .updateTable('activities')
    .set(changed)
    .where('organization_id', '=', pending.organization_id)
    .where('activity_id', '=', pending.activity_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceActivity(tools, transaction, organization, updated, nowMs);
  if (isUnderWay(outcome)) {
    await takeLease(transaction, pending, nowMs);
    await forget(transaction, pending);
    return execution.begins({ ...pending, ...outcome });
  }
  if (row.secretResult.length > 0 && !isCounted(outcome)) {
    await keepForMaker(tools, transaction, pending, resultMember(version, outcome), nowMs);
  } else if (row.secretParameters.length > 0) await forget(transaction, pending);
}

/**
 * Prepares an activity that waits for consensus, if the approvals of now and the voter's suffice. Should others vote meanwhile
 * so that they suffice without it, its execution finds nothing prepared, and both begin again.
 *
 * @throws {NotRecorded}
 */
export async function preparePending(
  preparation: Preparation,
  pending: Row<'activities'>,
  { organization, voter }: { organization: Organization; voter: Caller },
  foreknown: Foreknown,
): Promise<void> {
  const { tools, read, nowMs } = preparation;
  const { name } = rowOf(pending.type);
  if (!hasPreparation(foreknown, name)) return;
  const { handlers } = foreknown;
  const activity = await read((db) => caseOf(db, { tools, handlers, organization, nowMs }, pending));
  if (!activity) return;
  const earlier = activity.approvals.filter(({ user }) => user.user_id !== voter.user.user_id);
  const { verdict } = await read((db) => decideCase(db, { ...activity, approvals: [...earlier, voter] }));
  if (verdict !== 'allow') return;
  const { versionName: version, parameters, caller } = activity;
  await runPreparation(
    { name, fingerprint: pending.fingerprint },
    { version, parameters, caller, organization },
    { ...preparation, evidence: 'checked at its submission' },
    foreknown,
  );
}

type CaseContext = Pick<Case, 'handlers' | 'organization' | 'nowMs'> & { readonly tools: Tools };

/** An activity that waits, as it is decided now; `undefined` where its submitter has gone. */
async function caseOf(db: Kysely<Tables>, context: CaseContext, pending: Row<'activities'>): Promise<Case | undefined> {
  const { tools, handlers, organization, nowMs } = context;
  const { name, row, versionName } = rowOf(pending.type);
  const { caller, parameters } = await submissionOf(tools, db, pending);
  if (!caller) return undefined;
  const approvals = haveLapsed(pending, nowMs) ? [] : await approvalsOf(db, organization, pending);
  return { tools, handlers, organization, nowMs, name, row, versionName, caller, parameters, approvals };
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

/** The credential that a user voted with; for a token's identity, which the vote does not name, their oldest. */
function votingCredential(
  held: readonly Row<'credentials'>[],
  { voted_by, voted_with }: VotedBy,
): CallerCredential | undefined {
  if (voted_with === oidcScheme) {
    const provider = held.find(isProvider);
    return provider && { ...callerCredential(provider), publicKey: voted_by };
  }
  if (voted_with === contactScheme) return contactCredential(voted_by);
  const credential = held.find((each) => votesAs(each) === voted_by);
  return credential && callerCredential(credential);
}

const oidcScheme: AttestedScheme = 'STAMP_ATTESTED_SCHEME_P256_OIDC';
const contactScheme: AttestedScheme = 'STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN';

/** Of a code's token, which is over: what policies see of it. */
const contactCredential = (publicKey: string): CallerCredential => ({
  kind: 'CONTACT',
  id: '',
  publicKey,
  credentialType: contactType,
  credentialId: '',
  loginId: null,
  loginAtMs: null,
  isProved: true,
});

/** The key that a vote by a credential names: of a passkey in base64url. */
const votesAs = ({ kind, public_key }: Row<'credentials'>): string =>
  kind === 'PASSKEY' ? toBase64Url(fromHex(public_key)) : public_key;

const callerCredential = (credential: Row<'credentials'>): CallerCredential => ({
  kind: credential.kind,
  id: credential.credential_id,
  publicKey: credential.public_key,
  credentialType: credential.credential_type,
  credentialId: credentialIdOf(credential.passkey),
  loginId: credential.login_id,
  loginAtMs: credential.login_at_ms,
  isProved: credential.is_proved === 1,
});
