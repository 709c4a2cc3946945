import * as v from 'valibot';
import { email, phoneNumber, text, uuid } from './fields.js';
import { activity } from './row.js';
import { getUser, listUsers } from './users.queries.js';

const oneUser = v.object({ userId: v.string() });

const updateUserEmailParameters = v.strictObject({
  userId: uuid,
  userEmail: email,
  verificationToken: v.optional(text),
});
const updateUserEmailResult = oneUser;
export interface UpdateUserEmailParameters extends v.InferInput<typeof updateUserEmailParameters> {}
export interface UpdateUserEmailResult extends v.InferOutput<typeof updateUserEmailResult> {}

/**
 * Changes a user's e-mail address. With a verification token for exactly that address it becomes verified: users may do so for themselves,
 * and the token is used up. Without a token it takes the root quorum; the address then counts as verified in an organization without a
 * parent, and as unverified in a sub-organization. The empty string removes it. A message is sent to a verified address that is replaced or
 * removed.
 *
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, CONTACT_INVALID, VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED,
 * VERIFICATION_TOKEN_SPENT, CREDENTIAL_CONFLICT, LAST_CREDENTIAL
 * @see docs/wire.md 2.9 `update_user_email`
 */
export const updateUserEmail = activity({
  name: 'update_user_email',
  versions: {
    V1: {
      parameters: updateUserEmailParameters as v.GenericSchema<UpdateUserEmailParameters>,
      result: updateUserEmailResult as v.GenericSchema<UpdateUserEmailResult>,
    },
  },
  newest: 'V1',
  resource: 'USER',
  action: 'UPDATE',
  right: 'own contact',
  ofRootMember: 'root quorum',
  secretParameters: ['verificationToken'],
  fresh: 'required',
  changes: [getUser, listUsers],
  refusals: [
    'FRESH_LOGIN_REQUIRED',
    'USER_NOT_FOUND',
    'CONTACT_INVALID',
    'VERIFICATION_TOKEN_INVALID',
    'VERIFICATION_TOKEN_EXPIRED',
    'VERIFICATION_TOKEN_SPENT',
    'CREDENTIAL_CONFLICT',
    'LAST_CREDENTIAL',
  ],
});

const updateUserPhoneNumberParameters = v.strictObject({
  userId: uuid,
  userPhoneNumber: phoneNumber,
  verificationToken: v.optional(text),
});
const updateUserPhoneNumberResult = oneUser;
export interface UpdateUserPhoneNumberParameters extends v.InferInput<typeof updateUserPhoneNumberParameters> {}
export interface UpdateUserPhoneNumberResult extends v.InferOutput<typeof updateUserPhoneNumberResult> {}

/**
 * Changes a user's phone number. With a verification token for exactly that number it becomes verified: users may do so for themselves, and
 * the token is used up. Without a token it takes the root quorum; the number then counts as verified in an organization without a parent,
 * and as unverified in a sub-organization. The empty string removes it. A message is sent to a verified number that is replaced or removed.
 *
 * @throws FRESH_LOGIN_REQUIRED, USER_NOT_FOUND, CONTACT_INVALID, VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED,
 * VERIFICATION_TOKEN_SPENT, CREDENTIAL_CONFLICT, LAST_CREDENTIAL
 * @see docs/wire.md 2.14 `update_user_phone_number`
 */
export const updateUserPhoneNumber = activity({
  name: 'update_user_phone_number',
  versions: {
    V1: {
      parameters: updateUserPhoneNumberParameters as v.GenericSchema<UpdateUserPhoneNumberParameters>,
      result: updateUserPhoneNumberResult as v.GenericSchema<UpdateUserPhoneNumberResult>,
    },
  },
  newest: 'V1',
  resource: 'USER',
  action: 'UPDATE',
  right: 'own contact',
  ofRootMember: 'root quorum',
  secretParameters: ['verificationToken'],
  fresh: 'required',
  changes: [getUser, listUsers],
  refusals: [
    'FRESH_LOGIN_REQUIRED',
    'USER_NOT_FOUND',
    'CONTACT_INVALID',
    'VERIFICATION_TOKEN_INVALID',
    'VERIFICATION_TOKEN_EXPIRED',
    'VERIFICATION_TOKEN_SPENT',
    'CREDENTIAL_CONFLICT',
    'LAST_CREDENTIAL',
  ],
});
