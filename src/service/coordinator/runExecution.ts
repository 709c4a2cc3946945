import { RefusedError } from '../../contract/refusals.js';
import type { ActivityRow } from '../../contract/row.js';
import { type ActivityName, executions } from './duties.js';
import type { Execute, Execution } from './execution.js';
import type { Outcome } from './outcome.js';

/** Executions that were refused in an earlier run of the transaction, by their activity's fingerprint. */
export type RefusedExecutions = Map<string, RefusedError>;

/**
 * Runs an execution. What it refuses undoes the whole transaction by an {@link ExecutionRefused}, so that nothing half-done
 * is kept; the next run of the transaction finds the refusal noted and takes it for the outcome.
 */
export async function runExecution(
  { name, fingerprint, parameters }: { name: ActivityName; fingerprint: string; parameters: unknown },
  execution: Execution,
  refusedExecutions: RefusedExecutions,
): Promise<Outcome> {
  const refusal = refusedExecutions.get(fingerprint);
  if (refusal) return { counted: refusal };
  const execute = executions[name] as Execute<ActivityRow>;
  try {
    return (await execute(parameters as never, execution)) as Outcome;
  } catch (error) {
    throw error instanceof RefusedError ? new ExecutionRefused(fingerprint, error) : error;
  }
}

/** An execution said no: undoes the transaction it ran in. */
export class ExecutionRefused extends Error {
  readonly fingerprint: string;
  readonly refusal: RefusedError;

  constructor(fingerprint: string, refusal: RefusedError) {
    super('The execution was refused.');
    this.fingerprint = fingerprint;
    this.refusal = refusal;
  }
}
