import * as v from 'valibot';
import { uuid } from './fields.js';
import {
  type FoundUser,
  foundUser,
  type LoginMethod,
  type LoginReason,
  type LoginRefusal,
  loginMethod,
  loginReason,
  loginRefusal,
} from './loginState.records.js';
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

const searchUsersRequest = v.strictObject({
  organizationId: uuid,
  query: v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(1024)),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(2048))),
});
const searchUsersResponse = v.object({
  users: v.array(foundUser as v.GenericSchema<unknown, FoundUser>),
  cursor: v.optional(v.string()),
});
export interface SearchUsersRequest extends v.InferInput<typeof searchUsersRequest> {}
export interface SearchUsersResponse extends v.InferOutput<typeof searchUsersResponse> {}

/**
 * The people of an organization and its sub-organizations that a text leads to, in a query of our own: by e-mail address or phone number, user
 * or organization id, passkey's credential id, public key, or address of a wallet account, each exactly; or by the beginning of a name, in
 * upper and lower case as it is written. Twenty a page. Users of the top-level organization alone may ask.
 *
 * @param cursor - of the answer before, to go on behind it.
 * @returns `cursor`, where there may be more.
 * @see A row of our own
 */
export const searchUsers = query({
  name: 'search_users',
  request: searchUsersRequest as v.GenericSchema<SearchUsersRequest>,
  response: searchUsersResponse as v.GenericSchema<SearchUsersResponse>,
  readers: 'top level',
  refusals: [],
});

const getLoginStateRequest = v.strictObject({ organizationId: uuid, userId: uuid });
const getLoginStateResponse = v.object({
  organizationId: v.string(),
  userId: v.string(),
  userName: v.string(),
  canLogIn: v.boolean(),
  reasons: v.array(loginReason as v.GenericSchema<unknown, LoginReason>),
  mayWait: v.optional(v.boolean()),
  methods: v.array(loginMethod as v.GenericSchema<unknown, LoginMethod>),
  refusals: v.array(loginRefusal as v.GenericSchema<unknown, LoginRefusal>),
});
export interface GetLoginStateRequest extends v.InferInput<typeof getLoginStateRequest> {}
export interface GetLoginStateResponse extends v.InferOutput<typeof getLoginStateResponse> {}

/**
 * Whether a person can log in now, by which method, and if not, why and until when, in a query of our own. `organizationId` is the person's.
 * Users of the top-level organization alone may ask, of it and of its sub-organizations.
 *
 * `canLogIn`: by some method; `reasons`: where none, those of every method the person has something for. `refusals`: the last
 * logins that were refused through the auth proxy or by the person's own passkeys and keys, newest first: of seven days, of the own devices
 * and of strangers ten each for each contact and credential. They are written a few seconds later, so that one may be missing after a crash.
 *
 * @throws USER_NOT_FOUND
 * @see A row of our own
 */
export const getLoginState = query({
  name: 'get_login_state',
  request: getLoginStateRequest as v.GenericSchema<GetLoginStateRequest>,
  response: getLoginStateResponse as v.GenericSchema<GetLoginStateResponse>,
  readers: 'top level',
  refusals: ['USER_NOT_FOUND'],
});
