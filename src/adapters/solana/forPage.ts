import { ActivityPendingError } from '../../client/activityPendingError.js';
import { SolanaError } from './solanaError.js';

/**
 * What a page gets of a request. Who else votes, and what the person has stamped, is none of its business: an activity that waits is told
 * without its votes.
 */
export async function forPage<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ActivityPendingError) throw withoutVotes(error);
    if (!(error instanceof SolanaError && error.cause instanceof ActivityPendingError)) throw error;
    throw new SolanaError(error.code, error.message, { cause: withoutVotes(error.cause) });
  }
}

const withoutVotes = ({ code, activity }: ActivityPendingError): ActivityPendingError =>
  new ActivityPendingError(code, { ...activity, votes: [] });
