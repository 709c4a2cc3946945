import * as v from 'valibot';
import { timestamp, uuid } from './fields.js';
import {
  type FoundUser,
  foundUser,
  type LoginMethod,
  type LoginReason,
  type LoginRefusal,
  type LoginTrace,
  loginMethod,
  loginReason,
  loginRefusal,
  loginTrace,
} from './loginState.records.js';
import { query } from './row.js';

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
  suspended: v.optional(v.object({ reason: v.string(), at: timestamp })),
  canLogIn: v.boolean(),
  reasons: v.array(loginReason as v.GenericSchema<unknown, LoginReason>),
  mayWait: v.optional(v.boolean()),
  refusedOrigins: v.optional(v.array(v.object({ origin: v.string(), at: timestamp }))),
  methods: v.array(loginMethod as v.GenericSchema<unknown, LoginMethod>),
  refusals: v.array(loginRefusal as v.GenericSchema<unknown, LoginRefusal>),
  logTraces: v.array(loginTrace as v.GenericSchema<unknown, LoginTrace>),
});
export interface GetLoginStateRequest extends v.InferInput<typeof getLoginStateRequest> {}
export interface GetLoginStateResponse extends v.InferOutput<typeof getLoginStateResponse> {}

/**
 * Whether a person can log in now, by which method, and if not, why and until when, in a query of our own. `organizationId` is the person's.
 * Users of the top-level organization alone may ask, of it and of its sub-organizations.
 *
 * `suspended`: since when the person's organization is, and why ({@link suspendSubOrganization}); they can log in all the same.
 * `canLogIn`: by some method; `reasons`: where none, those of every method the person has something for. `refusedOrigins`: pages
 * that the auth proxy refused in the last seven days and would refuse again, for their origin, newest first,
 * ten at most; such a request is refused before anybody looks whom it is about, so that they may have been on one. `refusals`: the last
 * logins that were refused through the auth proxy or by the person's own passkeys and keys, newest first: of seven days, of the own devices
 * and of strangers ten each for each contact and credential. They are written a few seconds later, so that one may be missing after a crash.
 * `logTraces`: by which keyed hashes the lines of the service's log name the person.
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
