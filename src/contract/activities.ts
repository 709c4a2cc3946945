import * as v from 'valibot';
import { getActivity } from './activities.queries.js';
import { fingerprint, nothing } from './fields.js';
import { activity } from './row.js';

/**
 * Approves the pending activity with that fingerprint; the approval that completes the quorum executes it.
 *
 * @returns an empty result: ask `get_activity` for what became of the target.
 * @throws ACTIVITY_NOT_FOUND, ACTIVITY_NOT_PENDING, TOO_MANY_DERIVATIONS (of what it would execute), NOT_AUTHORIZED
 * @see Wire facts 2.5, 2.14 `approve_activity`
 */
export const approveActivity = activity({
  name: 'approve_activity',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
      intentKey: 'approveActivityIntent',
      resultKey: '',
      parameters: v.strictObject({ fingerprint }),
      result: nothing,
    },
  },
  newest: 'V1',
  resource: 'ACTIVITY',
  action: 'APPROVE',
  right: 'vote',
  changes: [getActivity],
  refusals: ['ACTIVITY_NOT_FOUND', 'ACTIVITY_NOT_PENDING', 'NOT_AUTHORIZED', 'TOO_MANY_DERIVATIONS'],
});

/**
 * Rejects the pending activity with that fingerprint; it ends there.
 *
 * @throws ACTIVITY_NOT_FOUND, ACTIVITY_NOT_PENDING, NOT_AUTHORIZED
 * @see Specification 4.2 `reject_activity`
 */
export const rejectActivity = activity({
  name: 'reject_activity',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_REJECT_ACTIVITY',
      intentKey: 'rejectActivityIntent',
      resultKey: '',
      parameters: v.strictObject({ fingerprint }),
      result: nothing,
    },
  },
  newest: 'V1',
  resource: 'ACTIVITY',
  action: 'REJECT',
  right: 'vote',
  changes: [getActivity],
  refusals: ['ACTIVITY_NOT_FOUND', 'ACTIVITY_NOT_PENDING', 'NOT_AUTHORIZED'],
});
