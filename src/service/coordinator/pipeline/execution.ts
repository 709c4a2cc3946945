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
  /** Whether the root quorum approves it. */
  readonly isByRootQuorum: boolean;
  readonly activityId: string;
  /** What the activity belongs to: the credential, login or contact that its submission was stamped by. */
  readonly belongsTo: string | null;
  /** The address the request came from, as far as it is known. */
  readonly clientAddress: string;
  /** The tag of a user who signs up through the auth proxy: no member of the request. */
  readonly userTag: string | undefined;
  /** Executes another, pending activity that has now been approved. */
  readonly executePending: (pending: Row<'activities'>) => Promise<void>;
  /** Reports written rows of tables without a limit per organization: they count toward the record budget. */
  readonly keeps: (rows: readonly object[]) => void;
  /** Reports the contact that the activity is about: for the proxy user, a keyed hash of it stays when the rest is deleted. */
  readonly about: (contact: string) => void;
  /** Reports that the activity belongs into another organization's record, without its votes, since its own is deleted. */
  readonly recordIn: (organizationId: string) => void;
  /** Reports an effect to perform after the commit, for executions that execute another activity. */
  readonly begins: (begun: Begun) => void;
  /** What the caller stamped, and the stamp: for those executions that record a vote. */
  readonly ballot: { readonly message: string; readonly stamp: KeptStamp; readonly belongsTo: string | null };
};

/** The request: a version of a row, by name, and that version's parameters. */
export type RequestedActivity<R extends ActivityRow> = {
  readonly [Name in VersionName<R>]: {
    readonly version: Name;
    readonly parameters: v.InferOutput<R['versions'][Name]['parameters']>;
  };
}[VersionName<R>];

/** Parameters of any version of a row. */
export type ParametersOf<R extends ActivityRow> = RequestedActivity<R>['parameters'];

/** Result of any version of a row. */
export type ResultOf<R extends ActivityRow> = v.InferOutput<R['versions'][VersionName<R>]['result']>;

type VersionName<R extends ActivityRow> = keyof R['versions'] & string;

/** What becomes of an execution. */
type Outcome<R extends ActivityRow> = ResultOf<R> | Counted | Repeated<ResultOf<R>> | UnderWay<ResultOf<R>>;

/** By whom, and in which organization. */
export type RequestedBy = { readonly caller: Caller; readonly organization: Organization };

/** What preparing an activity may use: no transaction is open. */
export type Preparation = {
  readonly tools: Tools;
  readonly nowMs: number;
  /** Sees what is committed; it may be otherwise when the execution comes. */
  readonly read: Store['read'];
  /** The address the request came from, as far as it is known. */
  readonly clientAddress: string;
  /** Third-party tokens expire: a waiting activity presents them when it is submitted, and they are not verified again. */
  readonly evidence: 'to be checked' | 'checked at its submission';
  /** Prepares another, pending activity, if the caller's approval may decide it. */
  readonly preparePending: (pending: Row<'activities'>) => Promise<void>;
};

/** What holding something for an activity that waits may use. */
export type Holding = Pick<Execution, 'tools' | 'transaction' | 'nowMs'>;

/**
 * An activity's handler, in two phases. An open transaction blocks others, so that anything that takes longer than a millisecond or comes
 * from another server is prepared before it: keys, seeds, ciphertexts, answers. A handler without such work has one phase.
 *
 * `prepare` runs once the caller is known to be allowed, and the bytes to be new. It writes nothing, and returns secrets only sealed. A
 * `RefusedError` thrown is the activity's outcome as if the execution had thrown it; {@link NotRecorded} is no outcome. `execute` writes
 * what was prepared, after it has checked that the preparation's data is still current; otherwise it throws {@link PreparedOtherwise}, and
 * both begin again. A `RefusedError` that it throws is a failed activity of which nothing is kept but its record; a {@link Counted} one
 * keeps what was written.
 */
export type ActivityHandler<R extends ActivityRow, Prepared = undefined, Evidence = unknown> = {
  prepare?(request: RequestedActivity<R> & RequestedBy, preparation: Preparation): Promise<Prepared>;
  /** Whether a request is worth preparing; what is not gets `prepared` as `undefined`. Default: each is. */
  isLong?(parameters: ParametersOf<R>): boolean;
  /** Looks at the evidence of what will wait for votes: what refuses it is a refusal that is not recorded. @returns what `hold` goes by. */
  checkEvidence?(request: RequestedActivity<R> & RequestedBy, preparation: Preparation): Promise<Evidence>;
  /**
   * Takes for what will wait for votes what only one request may have. It writes, in the transaction that records the activity, and
   * throws {@link PreparedOtherwise} where what `checkEvidence` found is not so any more.
   *
   * @returns the parameters as they are kept, sealed, until the activity is executed, with what it took.
   */
  hold?(
    request: RequestedActivity<R> & RequestedBy & { readonly evidence: Evidence },
    holding: Holding,
  ): Promise<ParametersOf<R>>;
  /**
   * The resources that policies read, as far as they are needed; for a list, of each element in order. It throws for content that cannot be
   * parsed.
   */
  contexts?(
    request: RequestedActivity<R> & RequestedBy,
    db: Kysely<Tables>,
    wanted: Wanted,
    work: Tools['work'],
  ): Promise<readonly PolicyContext[]>;
  execute(request: RequestedActivity<R> & { readonly prepared: Prepared }, execution: Execution): Promise<Outcome<R>>;
};

/** A failure whose writes are kept: a counted attempt. */
export type Counted = { readonly counted: RefusedError };

/** A failure that keeps what the execution has written. */
export const counted = (refusal: RefusedError): Counted => ({ counted: refusal });

export const isCounted = (outcome: object): outcome is Counted => 'counted' in outcome;

/**
 * An effect on another system that cannot be undone or repeated: the activity is recorded as PENDING with the execution's writes, and the
 * effect runs once after the commit. Its refusal is the outcome; a process that ends meanwhile leaves START_AGAIN.
 */
export type UnderWay<Result = object> = { readonly effect: (lease: Lease) => Promise<Result> };

/** An effect of an activity that is recorded. */
export type Begun = Pick<Row<'activities'>, 'organization_id' | 'activity_id'> & UnderWay;

/** Prevents that others mark an effect as failed. */
export type Lease = {
  /** Call it before each slow step. @throws if the activity was marked as failed: then stop */
  readonly renew: () => Promise<void>;
};

export const isUnderWay = (outcome: object): outcome is UnderWay =>
  'effect' in outcome && typeof outcome.effect === 'function';

/** What an earlier activity has already answered: that activity is the answer, and nothing is recorded. */
export type Repeated<Result = object> = { readonly repeats: string; readonly result: Result };

/**
 * Returns the answer of an earlier activity. Through the auth proxy, which adds the time, a repeated request has other bytes, and would
 * otherwise be recorded each time; other callers' repeats are activities of their own.
 *
 * @param activityId - the earlier one, in the same organization; `null` if unknown.
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
