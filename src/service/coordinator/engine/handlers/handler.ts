import type { Kysely, Transaction } from 'kysely';
import type * as v from 'valibot';
import type { ActivityRow, AnswerOf, QueryRow, RowRequest } from '../../../../contract/row.js';
import type { activityRows, queryRows } from '../../../../contract/rows.js';
import type { Tables } from '../../../store/schema.js';
import type { Store } from '../../../store/store.js';
import type { Tools } from '../../../tools.js';
import type { Caller, Organization } from '../../callers/caller.js';
import type { KeptStamp } from '../../callers/credentialStamp.js';
import type { PolicyContext, Wanted } from '../../policy/context.js';
import type { Asking } from './asking.js';
import type { DerivedAddress, Outcome } from './outcome.js';

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
  /** Whether its App Proofs are asked for. */
  readonly generateAppProofs: boolean;
  /** What the activity belongs to: the credential, login or contact that its submission was stamped by. */
  readonly belongsTo: string | null;
  /** The address the request came from, as far as it is known. */
  readonly clientAddress: string;
  /** The tag of a user who signs up through the auth proxy: no member of the request. */
  readonly userTag: string | undefined;
  /** What the caller stamped, and the stamp: for those executions that record a vote. */
  readonly ballot: { readonly message: string; readonly stamp: KeptStamp; readonly belongsTo: string | null };
} & Deciding;

/** For a vote, which may decide and execute another activity. */
type Deciding = {
  readonly handlers: ActivityHandlers;
  /** How policies are asked for this request. */
  readonly asking: Asking;
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
  readonly evidence: 'unchecked' | 'checked';
} & Deciding;

/** What holding something for an activity that waits may use. */
export type Holding = Pick<Execution, 'tools' | 'transaction' | 'nowMs'>;

/**
 * An activity's handler, in two phases. An open transaction blocks others, so that anything that takes longer than a millisecond or comes
 * from another server is prepared before it: keys, seeds, ciphertexts, answers. A handler without such work has one phase.
 *
 * `prepare` runs once the caller is known to be allowed, and the bytes to be new. It writes nothing but
 * what lapses by itself, and returns secrets only sealed.
 * `execute` writes what was prepared, after it has checked that the preparation's data is still current; otherwise it throws
 * {@link ChangedMeanwhile}, and both begin again.
 *
 * A `RefusedError` thrown by either is the outcome: a failed activity, of which nothing is kept but its record; or no record at all, where
 * the row's `unrecorded` names its code.
 */
export type ActivityHandler<R extends ActivityRow, Prepared = undefined, Evidence = unknown> = {
  prepare?(request: RequestedActivity<R> & RequestedBy, preparation: Preparation): Promise<Prepared>;
  /** The addresses that were prepared, of which App Proofs may be asked for. */
  derived?(prepared: Prepared): readonly DerivedAddress[];
  /** Whether a request is worth preparing; what is not gets `prepared` as `undefined`. Default: each is. */
  isLong?(parameters: ParametersOf<R>): boolean;
  /** Looks at the evidence of what will wait for votes: what refuses it is a refusal that is not recorded. @returns what `hold` goes by. */
  checkEvidence?(request: RequestedActivity<R> & RequestedBy, preparation: Preparation): Promise<Evidence>;
  /**
   * Takes for what will wait for votes what only one request may have. It writes, in the transaction that records the activity, and
   * throws {@link ChangedMeanwhile} where what `checkEvidence` found is not so any more.
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
    reading: ContextReading,
  ): Promise<readonly PolicyContext[]>;
  execute(
    request: RequestedActivity<R> & { readonly prepared: Prepared },
    execution: Execution,
  ): Promise<Outcome<ResultOf<R>>>;
};

/** How what is to be signed is read for policies. */
export type ContextReading = {
  readonly work: Tools['work'];
  /** Reads once a request, and what is long before its transaction; `text` has all that the facts depend on. @throws {ChangedMeanwhile} */
  readonly once: <Facts>(text: string, read: () => Promise<Facts>) => Promise<Facts>;
  /** Reads once in a transaction what the execution needs, too; `what` has all that chooses it. */
  readonly onceInside: <Found>(what: string, read: () => Promise<Found>) => Promise<Found>;
};

/** How an activity is named in the table of rows. */
export type ActivityName = keyof typeof activityRows;
/** How a query is named in the table of rows. */
export type QueryName = keyof typeof queryRows;

/** One handler for each activity of the contract: a row without one does not compile. */
export type ActivityHandlers = {
  readonly [Name in ActivityName]: ActivityHandler<(typeof activityRows)[Name], unknown>;
};

/** The handler of any row: its request was parsed by the row of that name. */
export type AnyHandler = Pick<
  ActivityHandler<ActivityRow, unknown>,
  'prepare' | 'derived' | 'isLong' | 'checkEvidence' | 'hold' | 'contexts' | 'execute'
>;

/** What answering a query may use. */
export type QueryContext = {
  readonly tools: Tools;
  readonly db: Kysely<Tables>;
  readonly organization: Organization;
  readonly caller: Caller;
  /** Of activities that a query looks into. */
  readonly handlers: ActivityHandlers;
};

/** Answers a query. */
export type AnswerQuery<R extends QueryRow> = (request: RowRequest<R>, context: QueryContext) => Promise<AnswerOf<R>>;

/** One answer for each query of the contract. */
export type QueryAnswers = { readonly [Name in QueryName]: AnswerQuery<(typeof queryRows)[Name]> };
