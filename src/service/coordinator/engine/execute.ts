import type { RefusalCode } from '../../../contract/refusals.js';
import type { ActivityRow } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import { ChangedMeanwhile } from '../../store/changedMeanwhile.js';
import { savepoint } from '../../store/savepoint.js';
import type { Caller } from '../callers/caller.js';
import { type SignedProofs, signProofs, withProofs } from './appProofs.js';
import type {
  ActivityHandlers,
  ActivityName,
  AnyHandler,
  Execution,
  Preparation,
  RequestedActivity,
  RequestedBy,
} from './handlers/handler.js';
import {
  type Done,
  type Failed,
  type Outcome,
  outcomeOf,
  type RefusedUnrecorded,
  refusedUnrecorded,
} from './handlers/outcome.js';

/** What a handler prepared for an execution, or what refused it there. */
export type Prepared =
  | { readonly kind: 'prepared'; readonly value: unknown; readonly signed: SignedProofs | undefined }
  | Failed
  | RefusedUnrecorded;

/** Whether an activity has something to prepare. */
export function hasPreparation(handlers: ActivityHandlers, name: ActivityName, parameters: unknown): boolean {
  const { isLong }: AnyHandler = handlers[name];
  return mayPrepare(handlers, name) && isLong?.(parameters as never) !== false;
}

/** Whether activities of that name can have something to prepare. */
export const mayPrepare = (handlers: ActivityHandlers, name: ActivityName): boolean =>
  (handlers[name] as AnyHandler).prepare !== undefined;

/** Prepares an activity before its transaction. @returns `undefined` where there is nothing to prepare */
export async function prepareExecution(
  name: ActivityName,
  request: RequestedActivity<ActivityRow> & RequestedBy,
  preparation: Preparation,
  { generateAppProofs }: { readonly generateAppProofs: boolean },
): Promise<Prepared | undefined> {
  const { handlers, tools, nowMs } = preparation;
  const handler: AnyHandler = handlers[name];
  if (!hasPreparation(handlers, name, request.parameters)) return undefined;
  const outcome = await outcomeOf(async () => {
    const value = await handler.prepare?.(request, preparation);
    const derived = generateAppProofs ? (handler.derived?.(value) ?? []) : [];
    return { kind: 'prepared' as const, value, signed: await signProofs(tools, derived, nowMs) };
  });
  if (outcome.kind === 'failed') return recordedOrNot(activityRows[name], request.caller, outcome);
  return isRefusedUnrecorded(outcome.value) ? outcome.value : outcome;
}

/**
 * Executes an activity. What a thrown refusal had written is undone.
 *
 * @param prepared - `undefined` where nothing was.
 * @param place - a vote executes what waits within its own execution: each has a savepoint.
 * @throws {ChangedMeanwhile} also where it was not to be foreseen that the activity would be executed, so that nothing was prepared
 */
export async function execute(
  name: ActivityName,
  request: RequestedActivity<ActivityRow>,
  execution: Execution,
  { prepared, place }: { readonly prepared: Prepared | undefined; readonly place: 'submission' | 'pending' },
): Promise<Outcome> {
  const { handlers, transaction, caller } = execution;
  if (prepared && prepared.kind !== 'prepared') return prepared;
  if (!prepared && hasPreparation(handlers, name, request.parameters))
    throw new ChangedMeanwhile('Nothing was prepared for what is to be executed.');
  const handler: AnyHandler = handlers[name];
  const { undo, end } = await savepoint(transaction, place);
  const outcome = await outcomeOf(() => handler.execute({ ...request, prepared: prepared?.value }, execution));
  if (outcome.kind !== 'failed' || outcome.writes === 'kept') {
    await end();
    return outcome.kind === 'done'
      ? withProofs(counted(activityRows[name], outcome as Done), execution, prepared?.signed)
      : (outcome as Outcome);
  }
  await undo();
  return recordedOrNot(activityRows[name], caller, outcome);
}

/** Every signature counts. */
const counted = ({ action, name }: ActivityRow, outcome: Done): Done =>
  action === 'SIGN' ? { ...outcome, counts: { kind: 'SIGNATURE', method: name } } : outcome;

/** A vote's preparation returns it where the activity that waits is refused so. */
const isRefusedUnrecorded = (value: unknown): value is RefusedUnrecorded =>
  (value as RefusedUnrecorded | undefined)?.kind === 'refused unrecorded';

/** What the row does not record of thrown refusals is no outcome: the same bytes may come again. */
function recordedOrNot({ unrecorded }: ActivityRow, { user }: Caller, thrown: Failed): Failed | RefusedUnrecorded {
  const to = unrecorded[thrown.refusal.code as RefusalCode];
  return to === 'always' || (to === 'proxy' && user.is_proxy === 1) ? refusedUnrecorded(thrown.refusal) : thrown;
}
