import type { Transaction } from 'kysely';
import type * as v from 'valibot';
import type { RefusedError } from '../../contract/refusals.js';
import type { ActivityRow, ActivityVersion } from '../../contract/row.js';
import type { Stamp } from '../../stampers/stamp.js';
import type { Row, Tables } from '../store/schema.js';
import type { Tools } from '../tools.js';
import type { Caller, Organization } from './caller.js';

/** What executing an activity may use. It runs inside the transaction that records the activity. */
export type Execution = {
  readonly tools: Tools;
  readonly transaction: Transaction<Tables>;
  readonly nowMs: number;
  readonly organization: Organization;
  /** Who submitted the activity. */
  readonly caller: Caller;
  readonly activityId: string;
  /** The version that was submitted. */
  readonly type: string;
  /** The address the request came from, as far as it is known. */
  readonly clientAddress: string;
  /** Executes another, pending activity that has now been approved. */
  readonly executePending: (pending: Row<'activities'>) => Promise<void>;
  /** What the caller stamped, and the stamp: for those executions that record a vote. */
  readonly ballot: { readonly message: string; readonly stamp: Stamp };
};

/** Parameters of any version of a row. */
export type ParametersOf<R> =
  R extends ActivityRow<string, infer Newest, infer Older>
    ? Inferred<Newest, 'parameters'> | Inferred<Older, 'parameters'>
    : never;

/** Result of any version of a row. */
export type ResultOf<R> =
  R extends ActivityRow<string, infer Newest, infer Older>
    ? Inferred<Newest, 'result'> | Inferred<Older, 'result'>
    : never;

type Inferred<Version extends ActivityVersion, Part extends 'parameters' | 'result'> = Version extends ActivityVersion
  ? v.InferOutput<Version[Part]>
  : never;

/**
 * Executes an activity. A `RefusedError` thrown is a failed activity of which nothing is kept but its record; a
 * {@link Counted} one keeps what was written.
 */
export type Execute<R> = (parameters: ParametersOf<R>, execution: Execution) => Promise<ResultOf<R> | Counted>;

/** A failure whose writes are part of the outcome: a try that was counted. */
export type Counted = { readonly counted: RefusedError };

/** A failure that keeps what the execution has written. */
export const counted = (refusal: RefusedError): Counted => ({ counted: refusal });

export const isCounted = (outcome: object): outcome is Counted => 'counted' in outcome;
