import * as v from 'valibot';
import { label, uuid } from './fields.js';
import { activity } from './row.js';
import { getUser, listUsers, listUserTags } from './users.queries.js';

const userIds = v.pipe(v.array(uuid), v.maxLength(100));

const createUserTagParameters = v.strictObject({ userTagName: label, userIds });
const createUserTagResult = v.object({ userTagId: v.string(), userIds: v.array(v.string()) });
export interface CreateUserTagParameters extends v.InferInput<typeof createUserTagParameters> {}
export interface CreateUserTagResult extends v.InferOutput<typeof createUserTagResult> {}

/**
 * Creates a tag, by which policies can select users, and gives it to users. A parent organization has at most 100 tags, a sub-organization
 * 10.
 *
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, NAME_TAKEN, LIMIT_REACHED
 * @see The public OpenAPI document, v1CreateUserTagIntent
 */
export const createUserTag = activity({
  name: 'create_user_tag',
  versions: {
    V1: {
      parameters: createUserTagParameters as v.GenericSchema<CreateUserTagParameters>,
      result: createUserTagResult as v.GenericSchema<CreateUserTagResult>,
    },
  },
  newest: 'V1',
  resource: 'USER',
  action: 'CREATE',
  right: 'quorum',
  ofRootMember: 'root quorum',
  fresh: 'required',
  changes: [getUser, listUsers, listUserTags],
  refusals: ['FRESH_LOGIN_REQUIRED', 'USER_NOT_FOUND', 'NAME_TAKEN', 'LIMIT_REACHED'],
});

const updateUserTagParameters = v.strictObject({
  userTagId: uuid,
  newUserTagName: v.optional(label),
  addUserIds: userIds,
  removeUserIds: userIds,
});
const updateUserTagResult = v.object({ userTagId: v.string() });
export interface UpdateUserTagParameters extends v.InferInput<typeof updateUserTagParameters> {}
export interface UpdateUserTagResult extends v.InferOutput<typeof updateUserTagResult> {}

/**
 * Renames a tag, gives it to users and takes it from others. A user in both lists does not have it afterwards.
 *
 * @throws FRESH_LOGIN_REQUIRED, TAG_NOT_FOUND, USER_NOT_FOUND, NAME_TAKEN
 * @see The public OpenAPI document, v1UpdateUserTagIntent
 */
export const updateUserTag = activity({
  name: 'update_user_tag',
  versions: {
    V1: {
      parameters: updateUserTagParameters as v.GenericSchema<UpdateUserTagParameters>,
      result: updateUserTagResult as v.GenericSchema<UpdateUserTagResult>,
    },
  },
  newest: 'V1',
  resource: 'USER',
  action: 'UPDATE',
  right: 'quorum',
  ofRootMember: 'root quorum',
  fresh: 'required',
  changes: [getUser, listUsers, listUserTags],
  refusals: ['FRESH_LOGIN_REQUIRED', 'TAG_NOT_FOUND', 'USER_NOT_FOUND', 'NAME_TAKEN'],
});

const deleteUserTagsParameters = v.strictObject({
  userTagIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(100)),
});
const deleteUserTagsResult = v.object({ userTagIds: v.array(v.string()), userIds: v.array(v.string()) });
export interface DeleteUserTagsParameters extends v.InferInput<typeof deleteUserTagsParameters> {}
export interface DeleteUserTagsResult extends v.InferOutput<typeof deleteUserTagsResult> {}

/**
 * Deletes tags, all or none, and returns the users who had them.
 *
 * @throws FRESH_LOGIN_REQUIRED, TAG_NOT_FOUND
 * @see The public OpenAPI document, v1DeleteUserTagsIntent
 */
export const deleteUserTags = activity({
  name: 'delete_user_tags',
  versions: {
    V1: {
      parameters: deleteUserTagsParameters as v.GenericSchema<DeleteUserTagsParameters>,
      result: deleteUserTagsResult as v.GenericSchema<DeleteUserTagsResult>,
    },
  },
  newest: 'V1',
  resource: 'USER',
  action: 'DELETE',
  right: 'quorum',
  ofRootMember: 'root quorum',
  fresh: 'required',
  changes: [getUser, listUsers, listUserTags],
  refusals: ['FRESH_LOGIN_REQUIRED', 'TAG_NOT_FOUND'],
});
