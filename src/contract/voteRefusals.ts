import type { Refusal } from './serviceRefusals.js';

/** What votes are refused for: a part of the table of refusals. */
export const voteRefusals = {
  ACTIVITY_NOT_PENDING: { grpc: 9, status: 400, text: 'The activity is no longer waiting for votes.' },
  VOTE_NOT_COUNTED: {
    grpc: 10,
    status: 409,
    text: 'Somebody else has voted by the same bytes, so that this was not counted. Sign the vote again, with a later timestampMs.',
  },
} as const satisfies Record<string, Refusal>;
