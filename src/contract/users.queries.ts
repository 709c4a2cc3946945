import * as v from 'valibot';
import { uuid } from './fields.js';
import { query } from './row.js';
import { type Tag, tag, type User, user } from './shapes.js';

const whoamiRequest = v.strictObject({ organizationId: uuid });
const whoamiResponse = v.object({
  organizationId: v.string(),
  organizationName: v.string(),
  userId: v.string(),
  username: v.string(),
});
export interface WhoamiRequest extends v.InferInput<typeof whoamiRequest> {}
export interface WhoamiResponse extends v.InferOutput<typeof whoamiResponse> {}

/**
 * The organization and user that the stamp on the request belongs to. If a request names a parent that does not have the key itself, it is
 * answered for the one sub-organization that the key belongs to.
 *
 * @throws PUBLIC_KEY_AMBIGUOUS
 * @see docs/wire.md 2.15 `whoami`
 */
export const whoami = query({
  name: 'whoami',
  request: whoamiRequest as v.GenericSchema<WhoamiRequest>,
  response: whoamiResponse as v.GenericSchema<WhoamiResponse>,
  from: ['organization', 'parent', 'sub-organization'],
  recoveryKeys: 'accepted',
  refusals: ['PUBLIC_KEY_AMBIGUOUS'],
});

const getUserRequest = v.strictObject({ organizationId: uuid, userId: uuid });
const getUserResponse = v.object({
  user: user as v.GenericSchema<unknown, User>,
  verifiedContacts: v.optional(v.array(v.picklist(['EMAIL', 'PHONE_NUMBER']))),
});
export interface GetUserRequest extends v.InferInput<typeof getUserRequest> {}
export interface GetUserResponse extends v.InferOutput<typeof getUserResponse> {}

/**
 * A user with its credentials. `verifiedContacts`, a member of our own: which of the user's contacts were proved, not only set.
 *
 * @throws USER_NOT_FOUND
 * @see docs/wire.md S4.3 `get_user`, S2.2
 * @example
 * const { session } = useSession()
 * const keys = useGetUser({ userId: session?.userId ?? '' }, { enabled: session !== undefined, select: ({ user }) => user.apiKeys })
 */
export const getUser = query({
  name: 'get_user',
  request: getUserRequest as v.GenericSchema<GetUserRequest>,
  response: getUserResponse as v.GenericSchema<GetUserResponse>,
  refusals: ['USER_NOT_FOUND'],
});

const listUsersRequest = v.strictObject({ organizationId: uuid });
const listUsersResponse = v.object({ users: v.array(user as v.GenericSchema<unknown, User>) });
export interface ListUsersRequest extends v.InferInput<typeof listUsersRequest> {}
export interface ListUsersResponse extends v.InferOutput<typeof listUsersResponse> {}

/**
 * All users of the organization with their credentials, oldest first: at most 100, and in a parent also the auth proxy's own user.
 *
 * @see docs/wire.md 2.15 `list_users`
 */
export const listUsers = query({
  name: 'list_users',
  request: listUsersRequest as v.GenericSchema<ListUsersRequest>,
  response: listUsersResponse as v.GenericSchema<ListUsersResponse>,
  refusals: [],
});

const listUserTagsRequest = v.strictObject({ organizationId: uuid });
const listUserTagsResponse = v.object({ userTags: v.array(tag as v.GenericSchema<unknown, Tag>) });
export interface ListUserTagsRequest extends v.InferInput<typeof listUserTagsRequest> {}
export interface ListUserTagsResponse extends v.InferOutput<typeof listUserTagsResponse> {}

/**
 * All user tags of the organization, oldest first. {@link listUsers} returns the tags of each user.
 *
 * @see docs/wire.md 2.15 `list_user_tags`
 */
export const listUserTags = query({
  name: 'list_user_tags',
  request: listUserTagsRequest as v.GenericSchema<ListUserTagsRequest>,
  response: listUserTagsResponse as v.GenericSchema<ListUserTagsResponse>,
  refusals: [],
});
