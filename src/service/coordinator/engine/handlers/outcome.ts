import type { WireAppProof } from '../../../../contract/proofs.records.js';
import { RefusedError } from '../../../../contract/refusals.js';
import type { Happening } from '../../../limits/statistics.js';
import type { Row } from '../../../store/schema.js';
import type { Caller } from '../../callers/caller.js';

/** What becomes of an activity that is executed. */
export type Outcome<Result = object> =
  | Done<Result>
  | Failed
  | RefusedUnrecorded
  | AnsweredBefore<Result>
  | Deferred<Result>
  | Elsewhere<Result>;

/** What is recorded beside the outcome. */
export type RecordedBeside = {
  /** Written rows of tables without a limit an organization: they count toward what it may record. */
  readonly rows?: readonly object[];
  /** Whom it is about: of the proxy user's activities a keyed hash of the contact stays when the rest is deleted. */
  readonly contact?: string;
  /** What it is in the statistics, once it is done. */
  readonly counts?: CountedHappening;
};

/** Without the organization, which is where it happens. */
export type CountedHappening = Pick<Happening, 'kind' | 'method'>;

/** It is done. `effects`: of another activity that it has decided, to be performed once all is committed. */
export type Done<Result = object> = RecordedBeside & {
  readonly kind: 'done';
  readonly result: Result;
  readonly effects?: readonly Effect[];
  /** The addresses that were derived and kept: App Proofs are made of them, where they are asked for. */
  readonly derived?: readonly DerivedAddress[];
  /** Those proofs, once they are kept. */
  readonly proofs?: readonly WireAppProof[];
};

/** An address, as an App Proof says it. */
export type DerivedAddress = {
  readonly organizationId: string;
  /** Of a wallet's account; a private key has neither. */
  readonly walletId?: string;
  readonly path?: string;
  readonly address: string;
  /** The account, or the private key. */
  readonly keyId: string;
};

/** It has failed: the refusal is recorded, and is answered to the same bytes again. */
export type Failed = RecordedBeside & {
  readonly kind: 'failed';
  readonly refusal: RefusedError;
  /** A try that counts is kept; what a thrown refusal had written is undone. */
  readonly writes: 'kept' | 'undone';
};

/** Nothing is written, and the same bytes may come again. */
export type RefusedUnrecorded = { readonly kind: 'refused unrecorded'; readonly refusal: RefusedError };

/** An earlier activity has done it: that one is the answer, and nothing is recorded. */
export type AnsweredBefore<Result = object> = {
  readonly kind: 'answered before';
  /** In the same organization. */
  readonly activityId: string;
  readonly result: Result;
};

/**
 * An effect on another system that cannot be undone or repeated: the activity is recorded as PENDING with what was written, and the effect
 * is performed once, after the commit. Its refusal is the outcome; a process that ends meanwhile leaves START_AGAIN.
 */
export type Deferred<Result = object> = RecordedBeside & {
  readonly kind: 'deferred';
  readonly effect: (lease: Lease) => Promise<Result>;
};

/** It is done, and another organization's record keeps it, without its votes: its own is deleted. */
export type Elsewhere<Result = object> = {
  readonly kind: 'elsewhere';
  readonly organizationId: string;
  readonly result: Result;
};

/** An effect of an activity that is recorded. */
export type Effect = Pick<Row<'activities'>, 'organization_id' | 'activity_id'> & Pick<Deferred, 'effect'>;

/** Prevents that others mark an effect as failed. */
export type Lease = {
  /** Call it before each slow step. @throws if the activity was marked as failed: then stop */
  readonly renew: () => Promise<void>;
};

export const done = <Result>(result: Result, beside: Omit<Done, 'kind' | 'result'> = {}): Done<Result> => ({
  kind: 'done',
  result,
  ...beside,
});

/** A failure that keeps what was written: a try that counts. */
export const failed = (refusal: RefusedError): Failed => ({ kind: 'failed', refusal, writes: 'kept' });

export const refusedUnrecorded = (refusal: RefusedError): RefusedUnrecorded => ({
  kind: 'refused unrecorded',
  refusal,
});

export const deferred = <Result>(effect: Deferred<Result>['effect']): Deferred<Result> => ({
  kind: 'deferred',
  effect,
});

export const elsewhere = <Result>(organizationId: string, result: Result): Elsewhere<Result> => ({
  kind: 'elsewhere',
  organizationId,
  result,
});

/**
 * Answers as an earlier activity did. Through the auth proxy, which adds the time, a repeated request has other bytes, and would otherwise
 * be recorded each time; other callers' repeats are activities of their own.
 *
 * @param activityId - the earlier one, in the same organization; `null` if unknown.
 */
export const again = <Result>(
  { caller }: { readonly caller: Caller },
  activityId: string | null,
  result: Result,
): Done<Result> | AnsweredBefore<Result> =>
  caller.user.is_proxy === 1 && activityId !== null ? { kind: 'answered before', activityId, result } : done(result);

/** What became of a run that may throw its refusal. */
export async function outcomeOf<Ended>(run: () => Promise<Ended>): Promise<Ended | Failed> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RefusedError) return { kind: 'failed', refusal: error, writes: 'undone' };
    throw error;
  }
}

/** Says whom an activity is about, whatever becomes of it. */
export async function about<Result>(contact: string, run: () => Promise<Outcome<Result>>): Promise<Outcome<Result>> {
  const outcome = await outcomeOf(run);
  const isRecorded = outcome.kind === 'done' || outcome.kind === 'failed' || outcome.kind === 'deferred';
  return isRecorded ? { ...outcome, contact } : outcome;
}
