import { type ActivityRow, type ActivityVersion, versionOf } from '../../contract/row.js';
import { activityRows } from '../../contract/rows.js';
import type { Row } from '../store/schema.js';
import type { Caller, StampKey } from './caller.js';
import { droppedParameters } from './droppedMembers.js';
import type { ActivityName } from './duties.js';
import { type Execution, isCounted } from './execution.js';
import { concluded, resultMember } from './outcome.js';
import { decide } from './policy/decide.js';
import { type RefusedExecutions, runExecution } from './runExecution.js';
import { forget, keepResult, openKept } from './sealedAnswers.js';
import { findUser } from './users.js';
import { approversOf } from './votes.js';

/** Executes an activity that waits for consensus, if those who approve it now suffice. */
export async function executePending(
  execution: Execution,
  pending: Row<'activities'>,
  refusedExecutions: RefusedExecutions,
): Promise<void> {
  const { tools, transaction, organization, nowMs } = execution;
  const { name, row, version } = rowOf(pending.type);
  const caller = await submitterOf(execution, pending);
  const parameters =
    (await openKept(tools, transaction, pending, 'parameters')) ?? JSON.parse(pending.intent)[version.intentKey];
  const approvers = await approversOf(transaction, pending);
  if (!caller || decide({ organization, caller, kind: pending.kind, parameters, approvers }) !== 'allow') return;
  const outcome = await runExecution(
    { name, fingerprint: pending.fingerprint, parameters },
    { ...execution, caller, activityId: pending.activity_id, type: pending.type },
    refusedExecutions,
  );
  const recorded = isCounted(outcome)
    ? { [version.intentKey]: await droppedParameters(tools.primitives, JSON.parse(pending.intent)[version.intentKey]) }
    : undefined;
  await transaction
    .updateTable('activities')
    .set({
      ...concluded(row, version, outcome),
      ...(recorded && { intent: JSON.stringify(recorded) }),
      updated_at_ms: nowMs,
    })
    .where('organization_id', '=', pending.organization_id)
    .where('activity_id', '=', pending.activity_id)
    .execute();
  if (row.secrets.length === 0) return;
  if (isCounted(outcome)) await forget(transaction, pending);
  else await keepResult(tools, transaction, pending, resultMember(version, outcome), nowMs);
}

function rowOf(type: string): { name: ActivityName; row: ActivityRow; version: ActivityVersion } {
  for (const [name, row] of Object.entries<ActivityRow>(activityRows)) {
    const version = versionOf(row, type);
    if (version) return { name: name as ActivityName, row, version };
  }
  throw new Error(`A stored activity has the unknown type ${type}.`);
}

/** Who submitted the activity, if still a member, with the key that they approve it by. */
async function submitterOf({ transaction }: Execution, pending: Row<'activities'>): Promise<Caller | undefined> {
  const user = await findUser(transaction, pending.organization_id, pending.submitted_by);
  if (!user) return undefined;
  const vote = await transaction
    .selectFrom('votes')
    .select('public_key')
    .where('organization_id', '=', pending.organization_id)
    .where('activity_id', '=', pending.activity_id)
    .where('user_id', '=', pending.submitted_by)
    .executeTakeFirst();
  const key = await transaction
    .selectFrom('api_keys')
    .select(['public_key', 'credential_type', 'login_id', 'login_at_ms', 'is_proved'])
    .where('organization_id', '=', pending.organization_id)
    .where('public_key', '=', vote?.public_key ?? '')
    .executeTakeFirst();
  return { user, fromParent: false, key: key && stampKeyOf(key) };
}

const stampKeyOf = (key: KeyColumns): StampKey => ({
  publicKey: key.public_key,
  credentialType: key.credential_type,
  loginId: key.login_id,
  loginAtMs: key.login_at_ms,
  isProved: key.is_proved === 1,
});

type KeyColumns = Pick<Row<'api_keys'>, 'public_key' | 'credential_type' | 'login_id' | 'login_at_ms' | 'is_proved'>;
