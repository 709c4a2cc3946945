import * as v from 'valibot';
import { getApiKeys } from './credentials.queries.js';
import { codeEmailCustomization, emailSender, headerLabel, olderEmailCustomization } from './emailShapes.js';
import { contact, count, label, language, seconds, targetPublicKey, text } from './fields.js';
import { activity } from './row.js';
import { otpType, sentCode } from './shapes.js';
import { getUser, listUsers } from './users.queries.js';

const initOtpAuthMembersV1 = {
  otpType,
  contact,
  smsCustomization: v.optional(v.strictObject({ template: v.optional(text) })),
  userIdentifier: v.optional(v.pipe(v.string(), v.maxLength(255))),
  ...emailSender,
  language: v.optional(language),
};
const initOtpAuthMembers = {
  ...initOtpAuthMembersV1,
  otpLength: v.optional(count(6, 9)),
  alphanumeric: v.optional(v.boolean()),
};
const initOtpAuthParameters = v.strictObject({
  ...initOtpAuthMembers,
  appName: headerLabel,
  expirationSeconds: v.optional(
    v.pipe(
      seconds,
      v.check((text) => Number(text) <= 600, 'must be at most 600'),
    ),
  ),
  emailCustomization: v.optional(codeEmailCustomization),
});
const initOtpAuthParametersV2 = v.strictObject({
  ...initOtpAuthMembers,
  emailCustomization: v.optional(olderEmailCustomization),
});
const initOtpAuthParametersV1 = v.strictObject({
  ...initOtpAuthMembersV1,
  emailCustomization: v.optional(olderEmailCustomization),
});
export interface InitOtpAuthParameters extends v.InferInput<typeof initOtpAuthParameters> {}
export interface InitOtpAuthParametersV2 extends v.InferInput<typeof initOtpAuthParametersV2> {}
export interface InitOtpAuthParametersV1 extends v.InferInput<typeof initOtpAuthParametersV1> {}
export interface InitOtpAuthResult extends v.InferOutput<typeof sentCode> {}

/**
 * Sends a code to the one user with that contact, to be exchanged for an API key ({@link otpAuth}). Defaults: 9 characters, alphanumeric
 * (Crockford base32), 300 seconds, at most 600. V1 names no form: its codes are six digits, for which its apps have fields.
 *
 * @remarks Who may submit it, and how the message looks, is as in `email_auth`. `userIdentifier` identifies the end user to a parent's
 * backend: rate limits count by it. `%s` in a magic link is replaced by the code.
 * @returns `otpLength` and `otpAlphanumeric`, members of our own: the form of the code, which is the long one after many wrong attempts.
 * @throws CONTACT_INVALID, CONTACT_NOT_SERVED, USER_NOT_FOUND where no user has the contact, or two have equal claims, METHOD_NOT_ENABLED,
 * TOO_MANY_CODES, LOGIN_BUSY, EMAIL_TEMPLATE_NOT_FOUND, EMAIL_TEMPLATE_UNFIT
 * @see docs/wire.md S4.2 `init_otp_auth`, S4.4
 */
export const initOtpAuth = activity({
  name: 'init_otp_auth',
  versions: {
    V3: {
      resultKey: 'initOtpAuthResultV2',
      parameters: initOtpAuthParameters as v.GenericSchema<InitOtpAuthParameters>,
      result: sentCode as v.GenericSchema<InitOtpAuthResult>,
    },
    V2: {
      parameters: initOtpAuthParametersV2 as v.GenericSchema<InitOtpAuthParametersV2>,
      result: sentCode as v.GenericSchema<InitOtpAuthResult>,
    },
    V1: {
      parameters: initOtpAuthParametersV1 as v.GenericSchema<InitOtpAuthParametersV1>,
      result: sentCode as v.GenericSchema<InitOtpAuthResult>,
    },
  },
  newest: 'V3',
  resource: 'AUTH',
  action: 'CREATE',
  policyParameters: ['otpLength'],
  right: 'parent',
  whileSuspended: 'allowed',
  from: ['organization', 'parent'],
  changes: [],
  refusals: [
    'CONTACT_INVALID',
    'CONTACT_NOT_SERVED',
    'USER_NOT_FOUND',
    'METHOD_NOT_ENABLED',
    'TOO_MANY_CODES',
    'LOGIN_BUSY',
    'EMAIL_TEMPLATE_NOT_FOUND',
    'EMAIL_TEMPLATE_UNFIT',
  ],
  unrecorded: { METHOD_NOT_ENABLED: 'always', CONTACT_NOT_SERVED: 'always', LOGIN_BUSY: 'always' },
});

const otpAuthParameters = v.strictObject({
  otpId: v.pipe(v.string(), v.maxLength(64)),
  otpCode: v.pipe(v.string(), v.maxLength(64)),
  targetPublicKey,
  apiKeyName: v.optional(label),
  expirationSeconds: v.optional(seconds),
  invalidateExisting: v.optional(v.boolean()),
});
const otpAuthResult = v.object({
  userId: v.string(),
  apiKeyId: v.optional(v.string()),
  credentialBundle: v.optional(v.string()),
});
export interface OtpAuthParameters extends v.InferInput<typeof otpAuthParameters> {}
export interface OtpAuthResult extends v.InferOutput<typeof otpAuthResult> {}

/**
 * Exchanges a code of {@link initOtpAuth} for a fresh API key of its user, sealed to `targetPublicKey`. The key is valid for 900 seconds by
 * default, and never longer than the configuration's `maxSessionSeconds`.
 *
 * @remarks `apiKeyName` defaults to `OTP Auth - <time>`. `invalidateExisting` ends the user's sessions. A code is good for one key;
 * identical bytes return the same answer.
 * @throws OTP_WRONG, OTP_EXPIRED, OTP_SPENT, TOO_MANY_ATTEMPTS, METHOD_NOT_ENABLED, PUBLIC_KEY_INVALID
 * @see docs/wire.md 2.14 `otp_auth`, 4(a) for `credentialBundle`
 */
export const otpAuth = activity({
  name: 'otp_auth',
  versions: {
    V1: {
      parameters: otpAuthParameters as v.GenericSchema<OtpAuthParameters>,
      result: otpAuthResult as v.GenericSchema<OtpAuthResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH',
  action: 'CREATE',
  right: 'parent',
  whileSuspended: 'allowed',
  from: ['organization', 'parent'],
  secretParameters: ['otpCode'],
  secretResult: ['credentialBundle'],
  changes: [getUser, listUsers, getApiKeys],
  refusals: ['OTP_WRONG', 'OTP_EXPIRED', 'OTP_SPENT', 'TOO_MANY_ATTEMPTS', 'METHOD_NOT_ENABLED', 'PUBLIC_KEY_INVALID'],
  unrecorded: { METHOD_NOT_ENABLED: 'always' },
});
