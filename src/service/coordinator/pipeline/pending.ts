import type { Kysely } from 'kysely';
import { type ActivityRow, type ActivityVersion, versionOf } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Caller, CallerCredential, Organization } from '../caller/caller.js';
import { credentialsOf } from '../credentials/records.js';
import { decide } from '../policy/decide.js';
import { findUser } from '../users/records.js';
import { announceActivity } from './announceActivity.js';
import { droppedParameters } from './droppedMembers.js';
import { type Execution, isCounted, type Preparation } from './execution.js';
import type { ActivityName } from './handlers.js';
import { concluded, resultMember } from './outcome.js';
import { insertActivity } from './record.js';
import { type Foreknown, hasPreparation, runExecution, runPreparation } from './runExecution.js';
import { forget, keepResult, openKept } from './sealedAnswers.js';
import { approversOf, haveLapsed, noVotes, votedBy } from './votes.js';

/** Executes an activity that waits for consensus, if those who approve it now suffice. */
export async function executePending(
  execution: Execution,
  pending: Row<'activities'>,
  foreknown: Foreknown,
): Promise<void> {
  const { tools, transaction, organization, nowMs } = execution;
  const { name, row, version, versionName } = rowOf(pending.type);
  const { caller, parameters } = await submissionOf(tools, transaction, pending);
  const approvers = await approversOf(transaction, pending);
  if (!caller || decide({ organization, caller, row, parameters, approvers }) !== 'allow') return;
  let place = pending.organization_id;
  const recordIn = (organizationId: string) => {
    place = organizationId;
    execution.recordIn(organizationId);
  };
  const outcome = await runExecution(
    { name, fingerprint: pending.fingerprint, version: versionName, parameters },
    { ...execution, caller, activityId: pending.activity_id, recordIn },
    foreknown,
  );
  const recorded = isCounted(outcome)
    ? { [version.intentKey]: await droppedParameters(tools.primitives, JSON.parse(pending.intent)[version.intentKey]) }
    : undefined;
  const changed = {
    ...concluded(row, version, outcome),
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
  if (row.secretResult.length > 0 && !isCounted(outcome)) {
    await keepResult(tools, transaction, pending, resultMember(version, outcome), nowMs);
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
  { organization, voter }: { organization: Organization; voter: Row<'users'> },
  foreknown: Foreknown,
): Promise<void> {
  const { tools, read, nowMs } = preparation;
  const { name, row, versionName } = rowOf(pending.type);
  if (!hasPreparation(foreknown, name)) return;
  const { caller, parameters } = await read((db) => submissionOf(tools, db, pending));
  const earlier = haveLapsed(pending, nowMs) ? [] : await read((db) => approversOf(db, pending));
  const question = { organization, row, parameters, approvers: [...earlier, voter] };
  if (!caller || decide({ ...question, caller }) !== 'allow') return;
  const asked = { version: versionName, parameters, caller, organization };
  await runPreparation({ name, fingerprint: pending.fingerprint }, asked, preparation, foreknown);
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

function rowOf(type: string): {
  name: ActivityName;
  row: ActivityRow;
  version: ActivityVersion;
  versionName: string;
} {
  for (const [name, row] of Object.entries<ActivityRow>(activityRows)) {
    const found = versionOf(row, type);
    if (found) return { name: name as ActivityName, row, version: found.version, versionName: found.name };
  }
  throw new Error(`A stored activity has the unknown type ${type}.`);
}

/** Who submitted the activity, if still a member, with the credential that they approve it by. */
async function submitterOf(db: Kysely<Tables>, pending: Row<'activities'>): Promise<Caller | undefined> {
  const user = await findUser(db, pending.organization_id, pending.submitted_by);
  if (!user) return undefined;
  const publicKey = await votedBy(db, pending, pending.submitted_by);
  const held = publicKey === undefined ? [] : await credentialsOf(db, user);
  const credential = held.find(({ public_key }) => public_key === publicKey);
  return { user, fromParent: false, credential: credential && callerCredential(credential) };
}

const callerCredential = (credential: Row<'credentials'>): CallerCredential => ({
  kind: credential.kind,
  id: credential.credential_id,
  publicKey: credential.public_key,
  credentialType: credential.credential_type,
  loginId: credential.login_id,
  loginAtMs: credential.login_at_ms,
  isProved: credential.is_proved === 1,
});
