import type { Kysely, Transaction } from 'kysely';
import type * as v from 'valibot';
import { RefusedError } from '../../../contract/refusals.js';
import type { ActivityRow } from '../../../contract/row.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import type { Tools } from '../../tools.js';
import type { Caller, Organization } from '../caller/caller.js';
import type { KeptStamp } from '../caller/credentialStamp.js';
import type { PolicyContext, Wanted } from '../policy/context.js';

/** What executing an activity may use. It runs inside the transaction that records the activity. */
export type Execution = {
  readonly tools: Tools;
  readonly transaction: Transaction<Tables>;
  readonly nowMs: number;
  readonly organization: Organization;
  /** Who submitted the activity. */
  readonly caller: Caller;
  readonly activityId: string;
  /** The address the request came from, as far as it is known. */
  readonly clientAddress: string;
  /** Executes another, pending activity that has now been approved. */
  readonly executePending: (pending: Row<'activities'>) => Promise<void>;
  /** Says which rows it wrote of those that an organization may have without end: they count as recorded. */
  readonly keeps: (rows: readonly object[]) => void;
  /** Says which contact the activity is about: of the proxy user's a keyed hash of it stays when the rest is deleted. */
  readonly about: (contact: string) => void;
  /** Says that the activity is one of another organization's record, without its votes: its own is no more. */
  readonly recordIn: (organizationId: string) => void;
  /** Says what is to be done once the transaction is committed: for those executions that execute another activity. */
  readonly begins: (begun: Begun) => void;
  /** What the caller stamped, and the stamp: for those executions that record a vote. */
  readonly ballot: { readonly message: string; readonly stamp: KeptStamp };
};

/** What was asked for: a version of a row, by its name, and the parameters that this version takes. */
export type Asked<R extends ActivityRow> = {
  readonly [Name in VersionName<R>]: {
    readonly version: Name;
    readonly parameters: v.InferOutput<R['versions'][Name]['parameters']>;
  };
}[VersionName<R>];

/** Parameters of any version of a row. */
export type ParametersOf<R extends ActivityRow> = Asked<R>['parameters'];

/** Result of any version of a row. */
export type ResultOf<R extends ActivityRow> = v.InferOutput<R['versions'][VersionName<R>]['result']>;

type VersionName<R extends ActivityRow> = keyof R['versions'] & string;

/** What becomes of an execution. */
type Outcome<R extends ActivityRow> = ResultOf<R> | Counted | Repeated<ResultOf<R>> | UnderWay<ResultOf<R>>;

/** By whom, and in which organization. */
export type AskedBy = { readonly caller: Caller; readonly organization: Organization };

/** What preparing an activity may use: no transaction is open. */
export type Preparation = {
  readonly tools: Tools;
  readonly nowMs: number;
  /** Sees what is committed; it may be otherwise when the execution comes. */
  readonly read: Store['read'];
  /** The address the request came from, as far as it is known. */
  readonly clientAddress: string;
  /** Tokens of others end by themselves: what waits for votes shows them when it is submitted, and they are not asked for again. */
  readonly evidence: 'to be checked' | 'checked at its submission';
  /** Prepares another, pending activity, if the caller's approval may decide it. */
  readonly preparePending: (pending: Row<'activities'>) => Promise<void>;
};

/** What holding something for an activity that waits may use. */
export type Holding = Pick<Execution, 'tools' | 'transaction' | 'nowMs'>;

/**
 * What an activity does, in two phases. Everybody's other activities wait while a transaction is open, so that nothing is made in one
 * that takes longer than a millisecond or comes from elsewhere: keys, seeds, ciphertexts, what another server says. A handler without
 * such things has one phase.
 *
 * `prepare` runs once the caller is known to be allowed what they ask for, and the bytes to be new. It writes nothing, and keeps
 * no secret but sealed. A `RefusedError` thrown is the activity's outcome as if the execution had thrown it; {@link NotRecorded} is
 * no outcome. `execute` writes what was prepared, after it has looked whether all that the preparation went by is still so;
 * where not, it throws {@link PreparedOtherwise}, and both begin again. A `RefusedError` that it throws is a failed activity of
 * which nothing is kept but its record; a {@link Counted} one keeps what was written.
 */
export type ActivityHandler<R extends ActivityRow, Prepared = undefined, Evidence = unknown> = {
  prepare?(asked: Asked<R> & AskedBy, preparation: Preparation): Promise<Prepared>;
  /** Looks at the evidence of what will wait for votes: what refuses it is a refusal that is not recorded. @returns what `hold` goes by. */
  checkEvidence?(asked: Asked<R> & AskedBy, preparation: Preparation): Promise<Evidence>;
  /**
   * Takes for what will wait for votes what only one request may have. It writes, in the transaction that records the activity, and
   * throws {@link PreparedOtherwise} where what `checkEvidence` found is not so any more.
   *
   * @returns the parameters as they are kept, sealed, until the activity is executed, with what it took.
   */
  hold?(asked: Asked<R> & AskedBy & { readonly evidence: Evidence }, holding: Holding): Promise<ParametersOf<R>>;
  /**
   * What policies read of the things that it is about, as far as they want it: of a list of each element, in its order. What cannot be
   * read for what it says it is, it refuses.
   */
  contexts?(asked: Asked<R> & AskedBy, db: Kysely<Tables>, wanted: Wanted): Promise<readonly PolicyContext[]>;
  execute(asked: Asked<R> & { readonly prepared: Prepared }, execution: Execution): Promise<Outcome<R>>;
};

/** A failure whose writes are part of the outcome: a try that was counted. */
export type Counted = { readonly counted: RefusedError };

/** A failure that keeps what the execution has written. */
export const counted = (refusal: RefusedError): Counted => ({ counted: refusal });

export const isCounted = (outcome: object): outcome is Counted => 'counted' in outcome;

/**
 * What acts on somebody else, and cannot be undone or repeated: the activity is recorded as PENDING with what the execution wrote, and
 * this is done once, when that is committed. What it refuses is the outcome; a process that ends meanwhile leaves START_AGAIN.
 */
export type UnderWay<Result = object> = { readonly effect: (lease: Lease) => Promise<Result> };

/** An effect of an activity that is recorded. */
export type Begun = Pick<Row<'activities'>, 'organization_id' | 'activity_id'> & UnderWay;

/** That nobody else may say yet that an effect came to nothing. */
export type Lease = {
  /** To be called before each thing that takes its time. @throws where somebody has: then nothing more is to be done */
  readonly renew: () => Promise<void>;
};

export const isUnderWay = (outcome: object): outcome is UnderWay =>
  'effect' in outcome && typeof outcome.effect === 'function';

/** What an earlier activity has already answered: that activity is the answer, and nothing is recorded. */
export type Repeated<Result = object> = { readonly repeats: string; readonly result: Result };

/**
 * The answer of an earlier activity, again. Through the auth proxy, which stamps the time, a repeat has other bytes, and whoever
 * had the answer could have it recorded without end; others' repeats are activities of their own.
 *
 * @param activityId - the earlier one, in the same organization; `null` where it is not known.
 */
export const again = <Result extends object>(
  { caller }: Execution,
  activityId: string | null,
  result: Result,
): Result | Repeated<Result> =>
  caller.user.is_proxy === 1 && activityId !== null ? { repeats: activityId, result } : result;

export const isRepeated = (outcome: object): outcome is Repeated => 'repeats' in outcome;

/**
 * A refusal of a preparation or an execution that is not recorded: nothing was done or counted, and nothing is recorded, so
 * that the same bytes may come again.
 */
export class NotRecorded extends Error {
  readonly refusal: RefusedError;

  constructor(refusal: RefusedError) {
    super('The activity was refused, and is not recorded.');
    this.refusal = refusal;
  }
}

/** What refuses it is a refusal at the door. @throws {NotRecorded} */
export async function atDoor<Value>(checked: Promise<Value>): Promise<Value> {
  try {
    return await checked;
  } catch (error) {
    throw error instanceof RefusedError ? new NotRecorded(error) : error;
  }
}

/** A refusal that is recorded, unless it is the auth proxy that asks: of strangers nothing is. */
export const refusalTo = ({ user }: Caller, refusal: RefusedError): RefusedError | NotRecorded =>
  user.is_proxy ? new NotRecorded(refusal) : refusal;

/** What the preparation went by has changed: undoes the transaction, and both phases begin again. */
export class PreparedOtherwise extends Error {}
