import type { ExpressionBuilder } from 'kysely';
import type { Vote } from '../../../../contract/activities.records.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { ValueOf } from '../../../store/statement.js';

// The one vote of an activity that its submission decides is stored in the activity's own row: a separate row would be half of a
// signature's cost on PostgreSQL. User, subject and time are the activity's. Only votes.ts, readVotes.ts and boundProviders.ts depend on this.

/** The columns of an activity's row that hold it. */
export type VoteColumns = Pick<Row<'activities'>, 'sole_vote'>;

/** What stands there. */
export type SoleVote = Pick<Vote, 'id' | 'user' | 'message' | 'publicKey' | 'signature' | 'scheme'> & {
  /** What came of the organization's policies when it was decided. */
  readonly evaluations?: unknown;
};

export const writeSoleVote = (vote: SoleVote): VoteColumns => ({ sole_vote: JSON.stringify(vote) });

/** For an activity with separate vote rows, or with deleted ones. */
export const noSoleVote: VoteColumns = { sole_vote: null };

export const hasSoleVote = ({ sole_vote }: VoteColumns): boolean => sole_vote !== null;

export const readSoleVote = ({ sole_vote }: VoteColumns): SoleVote | undefined =>
  sole_vote === null ? undefined : JSON.parse(sole_vote);

/** For the statement that records an activity. */
export const soleVoteValues = (value: ValueOf<Row<'activities'>>) => ({ sole_vote: value('sole_vote') });

/** How long it is: the database knows it without reading it; `null` where there is none. */
export const soleVoteBytes = (row: ExpressionBuilder<Tables, 'activities'>) =>
  row.fn<number | null>('octet_length', ['sole_vote']);
