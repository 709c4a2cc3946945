import { RefusedError } from '../../../contract/refusals.js';
import type { ActivityRow } from '../../../contract/row.js';
import type { Asking } from './asking.js';
import {
  type ActivityHandler,
  type Execution,
  type Holding,
  type Preparation,
  PreparedOtherwise,
  type RequestedActivity,
  type RequestedBy,
} from './execution.js';
import type { ActivityHandlers, ActivityName } from './handlers.js';
import type { Outcome } from './outcome.js';

/** What activities do, and what is known of their executions before the transaction runs, by the activity's fingerprint. */
export type Foreknown = {
  readonly handlers: ActivityHandlers;
  readonly known: Map<string, Foreseen>;
  /** The results of evidence checks of waiting activities. */
  readonly evidence: Map<string, unknown>;
  readonly asking: Asking;
  /** The revisions of policies that the transaction has found in the database. */
  readonly revisions: Set<string>;
};

/** The result of a preparation, or its refusal. */
type Foreseen = { readonly prepared: unknown } | { readonly refusal: RefusedError };

/** An activity, as it is prepared and executed. */
export type Job = { readonly name: ActivityName; readonly fingerprint: string };

/** Whether an activity has something to prepare; without its parameters, whether it may have. */
export function hasPreparation(
  { handlers }: Pick<Foreknown, 'handlers'>,
  name: ActivityName,
  parameters?: unknown,
): boolean {
  const { prepare, isLong } = handlerOf(handlers, name);
  return prepare !== undefined && (parameters === undefined || isLong?.(parameters) !== false);
}

/**
 * Prepares an activity, where it has something to prepare. What refuses it there is found by its execution, as the outcome.
 *
 * @throws {NotRecorded}
 */
export async function runPreparation(
  { name, fingerprint }: Job,
  request: RequestedActivity<ActivityRow> & RequestedBy,
  preparation: Preparation,
  { handlers, known }: Foreknown,
): Promise<void> {
  const handler = handlerOf(handlers, name);
  const isToPrepare = hasPreparation({ handlers }, name, request.parameters);
  if (!handler.prepare || !isToPrepare || known.has(fingerprint)) return;
  try {
    known.set(fingerprint, { prepared: await handler.prepare(request, preparation) });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    known.set(fingerprint, { refusal: error });
  }
}

/** Looks at the evidence of an activity that will wait for votes. @throws {RefusedError} */
export async function checkEvidence(
  { name, fingerprint }: Job,
  request: RequestedActivity<ActivityRow> & RequestedBy,
  preparation: Preparation,
  { handlers, evidence }: Foreknown,
): Promise<void> {
  const handler = handlerOf(handlers, name);
  if (handler.checkEvidence) evidence.set(fingerprint, await handler.checkEvidence(request, preparation));
}

/**
 * The parameters of an activity that waits for votes, as they are kept until it is executed.
 *
 * @throws {PreparedOtherwise} also where its evidence was not looked at, since it was not to be foreseen that it would wait
 */
export async function heldParameters(
  { name, fingerprint }: Job,
  request: RequestedActivity<ActivityRow> & RequestedBy,
  holding: Holding,
  { handlers, evidence }: Foreknown,
): Promise<object> {
  const handler = handlerOf(handlers, name);
  if (!handler.hold) return request.parameters as object;
  if (!evidence.has(fingerprint)) throw new PreparedOtherwise();
  return handler.hold({ ...request, evidence: evidence.get(fingerprint) }, holding) as Promise<object>;
}

/**
 * Runs an execution. What it refuses undoes the whole transaction by an {@link ExecutionRefused}, so that nothing half-done
 * is kept; the next run of the transaction finds the refusal noted and takes it for the outcome.
 *
 * @throws {PreparedOtherwise} also where nothing was prepared, since it was not to be foreseen that the activity would be executed
 */
export async function runExecution(
  { name, fingerprint, ...request }: Job & RequestedActivity<ActivityRow>,
  execution: Execution,
  { handlers, known }: Foreknown,
): Promise<Outcome> {
  const foreseen = known.get(fingerprint);
  if (foreseen && 'refusal' in foreseen) return { counted: foreseen.refusal };
  const handler = handlerOf(handlers, name);
  if (!foreseen && hasPreparation({ handlers }, name, request.parameters)) throw new PreparedOtherwise();
  try {
    return (await handler.execute({ ...request, prepared: foreseen?.prepared }, execution)) as Outcome;
  } catch (error) {
    throw error instanceof RefusedError ? new ExecutionRefused(fingerprint, error) : error;
  }
}

/** The handler of any row: its request was parsed by the row of that name. */
const handlerOf = (
  handlers: ActivityHandlers,
  name: ActivityName,
): Pick<ActivityHandler<ActivityRow, unknown>, 'prepare' | 'isLong' | 'checkEvidence' | 'hold' | 'execute'> =>
  handlers[name];

/** An execution's refusal: rolls back its transaction. */
export class ExecutionRefused extends Error {
  readonly fingerprint: string;
  readonly refusal: RefusedError;

  constructor(fingerprint: string, refusal: RefusedError) {
    super('The execution was refused.');
    this.fingerprint = fingerprint;
    this.refusal = refusal;
  }
}
