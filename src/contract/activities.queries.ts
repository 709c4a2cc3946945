import * as v from 'valibot';
import { type Activity, activityAnswer, activityRecord, activityStatus } from './activities.records.js';
import { pagination, uuid } from './fields.js';
import { query } from './row.js';

const getActivityRequest = v.strictObject({ organizationId: uuid, activityId: uuid });
export interface GetActivityRequest extends v.InferInput<typeof getActivityRequest> {}
export interface GetActivityResponse extends v.InferOutput<typeof activityAnswer> {}

/**
 * One activity by its id.
 *
 * @throws ACTIVITY_NOT_FOUND
 * @see Wire facts 2.15 `get_activity`
 */
export const getActivity = query({
  name: 'get_activity',
  request: getActivityRequest as v.GenericSchema<GetActivityRequest>,
  response: activityAnswer as v.GenericSchema<GetActivityResponse>,
  refusals: ['ACTIVITY_NOT_FOUND'],
});

const listActivitiesRequest = v.strictObject({
  organizationId: uuid,
  filterByStatus: v.optional(v.pipe(v.array(activityStatus), v.maxLength(20))),
  filterByType: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(200))),
  paginationOptions: v.optional(pagination),
});
const listActivitiesResponse = v.object({ activities: v.array(activityRecord as v.GenericSchema<unknown, Activity>) });
export interface ListActivitiesRequest extends v.InferInput<typeof listActivitiesRequest> {}
export interface ListActivitiesResponse extends v.InferOutput<typeof listActivitiesResponse> {}

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
  request: listActivitiesRequest as v.GenericSchema<ListActivitiesRequest>,
  response: listActivitiesResponse as v.GenericSchema<ListActivitiesResponse>,
  refusals: [],
});
