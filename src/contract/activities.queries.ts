import * as v from 'valibot';
import { activityAnswer, activityRecord, activityStatus } from './activities.records.js';
import { pagination, uuid } from './fields.js';
import { query } from './row.js';

/**
 * One activity by its id.
 *
 * @throws ACTIVITY_NOT_FOUND
 * @see Wire facts 2.15 `get_activity`
 */
export const getActivity = query({
  name: 'get_activity',
  request: v.strictObject({ organizationId: uuid, activityId: uuid }),
  response: activityAnswer,
  refusals: ['ACTIVITY_NOT_FOUND'],
});

/**
 * The activities of an organization, newest first, ten a page unless asked otherwise.
 *
 * @remarks A page ends at 1 MiB, too, and so may hold fewer than its limit; it holds one at least where there is one. Ask for the
 * next, `after` the last one's id, until a page is empty. Of an activity that failed, members above 1 KiB and a vote's message
 * above 1 KiB stand as `[dropped sha256:…]`, the hash of the text, or of the JSON, that was sent.
 * @see Wire facts 2.15 `list_activities`
 */
export const listActivities = query({
  name: 'list_activities',
  request: v.strictObject({
    organizationId: uuid,
    filterByStatus: v.optional(v.pipe(v.array(activityStatus), v.maxLength(20))),
    filterByType: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(200))),
    paginationOptions: v.optional(pagination),
  }),
  response: v.object({ activities: v.array(activityRecord) }),
  refusals: [],
});
