import * as v from 'valibot';
import { type Activity, activityAnswer, activityRecord, activityStatus } from './activities.records.js';
import { fingerprint, pagination, uuid } from './fields.js';
import { query } from './row.js';

const getActivityRequest = v.strictObject({ organizationId: uuid, activityId: uuid });
export interface GetActivityRequest extends v.InferInput<typeof getActivityRequest> {}
export interface GetActivityResponse extends v.InferOutput<typeof activityAnswer> {}

/**
 * One activity by its id.
 *
 * @throws ACTIVITY_NOT_FOUND
 * @see docs/wire.md 2.15 `get_activity`
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
  filterBySubmitter: v.optional(uuid),
  filterByFingerprint: v.optional(fingerprint),
  paginationOptions: v.optional(pagination),
});
const listActivitiesResponse = v.object({ activities: v.array(activityRecord as v.GenericSchema<unknown, Activity>) });
export interface ListActivitiesRequest extends v.InferInput<typeof listActivitiesRequest> {}
export interface ListActivitiesResponse extends v.InferOutput<typeof listActivitiesResponse> {}

/**
 * The activities of an organization, newest first, ten a page by default.
 *
 * @remarks `filterBySubmitter` is the id of the user who submitted them: of the organization, or, for logins, of its parent.
 * `filterByFingerprint` finds one, or none. An id begins with the milliseconds at which it was made, so that any id is a time for
 * `paginationOptions`: `before` the beginning, `after` the end. A page is at most 1 MiB, so it may hold fewer activities than its limit, but at least one if there is one. Request the next page
 * with `after` set to the last id, until a page is empty. In failed activities, members and vote messages above 1 KiB are replaced by
 * `[dropped sha256:…]`, the hash of the text (or JSON) that was sent.
 * @see docs/wire.md 2.15 `list_activities`
 */
export const listActivities = query({
  name: 'list_activities',
  request: listActivitiesRequest as v.GenericSchema<ListActivitiesRequest>,
  response: listActivitiesResponse as v.GenericSchema<ListActivitiesResponse>,
  refusals: [],
});
