import * as v from 'valibot';
import { getAuthenticator, getAuthenticators } from './authenticators.queries.js';
import { getApiKeys } from './credentials.queries.js';
import { emailCustomization, emailSender, olderEmailCustomization } from './emailShapes.js';
import { email, label, language, seconds, targetPublicKey, uuid } from './fields.js';
import { getLoginState } from './loginState.queries.js';
import { activity } from './row.js';
import { authenticatorParams } from './shapes.js';
import { getUser, listUsers } from './users.queries.js';

const mailedKey = {
  email,
  targetPublicKey,
  expirationSeconds: v.optional(seconds),
  ...emailSender,
  language: v.optional(language),
};
const ofEmailAuth = { apiKeyName: v.optional(label), invalidateExisting: v.optional(v.boolean()) };

const emailAuthParameters = v.strictObject({ ...mailedKey, ...ofEmailAuth, emailCustomization });
const olderEmailAuthParameters = v.strictObject({
  ...mailedKey,
  ...ofEmailAuth,
  emailCustomization: v.optional(olderEmailCustomization),
});
const emailAuthResult = v.object({ userId: v.string(), apiKeyId: v.string() });
export interface EmailAuthParameters extends v.InferInput<typeof emailAuthParameters> {}
/** V2 and V1, in which the app's name defaults to the configuration's. */
export interface EmailAuthParametersV2 extends v.InferInput<typeof olderEmailAuthParameters> {}
export interface EmailAuthResult extends v.InferOutput<typeof emailAuthResult> {}

/** The refusals of activities that send a key by e-mail. */
const refusalsOfMailedKeys = [
  'CONTACT_INVALID',
  'USER_NOT_FOUND',
  'METHOD_NOT_ENABLED',
  'PUBLIC_KEY_INVALID',
  'TOO_MANY_CODES',
  'LOGIN_BUSY',
  'EMAIL_TEMPLATE_NOT_FOUND',
  'EMAIL_TEMPLATE_UNFIT',
] as const;

const olderEmailAuth = {
  resultKey: 'emailAuthResult',
  parameters: olderEmailAuthParameters as v.GenericSchema<EmailAuthParametersV2>,
  result: emailAuthResult as v.GenericSchema<EmailAuthResult>,
};

/**
 * Mails a fresh API key to the one user with that address, sealed to `targetPublicKey`: only the holder of that key can open it, and then
 * stamps as the user. It is valid for 900 seconds by default, and never longer than the configuration's `maxSessionSeconds`.
 *
 * @remarks A parent's backend may submit it for a user of a sub-organization, whether or not the address was verified there: the mail
 * proves it. A sub-organization's own user may submit it too, but only to verified addresses, and the mail then looks as the parent's
 * configuration says; members that change its look are refused. `apiKeyName` defaults to `Email Auth - <time>`, `sendFromEmailSenderName`
 * to `Notifications`. Of several users with the address it is the one who verified it, else the one root user who has it.
 * `invalidateExisting` ends the other keys that were mailed to the user; no policy allows it for a root user. The mail counts toward the contact's limits
 * and the caps. `language`, a member of our own, is the language of the mail. Members of a top-level root quorum are not mailed a key.
 * @throws CONTACT_INVALID, USER_NOT_FOUND where no user has the address, or two have equal claims, METHOD_NOT_ENABLED where the organization
 * or its parent has switched the feature off, PUBLIC_KEY_INVALID, TOO_MANY_CODES, LOGIN_BUSY, EMAIL_TEMPLATE_NOT_FOUND,
 * EMAIL_TEMPLATE_UNFIT
 * @see docs/wire.md S4.2 `email_auth`, S4.4, 4(a) for what is mailed
 */
export const emailAuth = activity({
  name: 'email_auth',
  versions: {
    V3: {
      resultKey: 'emailAuthResult',
      parameters: emailAuthParameters as v.GenericSchema<EmailAuthParameters>,
      result: emailAuthResult as v.GenericSchema<EmailAuthResult>,
    },
    V2: { ...olderEmailAuth, type: 'ACTIVITY_TYPE_EMAIL_AUTH_V2', intentKey: 'emailAuthIntentV2' },
    V1: { ...olderEmailAuth, type: 'ACTIVITY_TYPE_EMAIL_AUTH', intentKey: 'emailAuthIntent' },
  },
  newest: 'V3',
  resource: 'AUTH',
  action: 'CREATE',
  right: 'parent',
  whileSuspended: 'allowed',
  from: ['organization', 'parent'],
  changes: [getUser, listUsers, getApiKeys],
  refusals: refusalsOfMailedKeys,
  unrecorded: { METHOD_NOT_ENABLED: 'always', LOGIN_BUSY: 'always' },
});

const initUserEmailRecoveryParameters = v.strictObject({ ...mailedKey, emailCustomization });
const olderRecoveryParameters = v.strictObject({
  ...mailedKey,
  emailCustomization: v.optional(olderEmailCustomization),
});
const initUserEmailRecoveryResult = v.object({ userId: v.string() });
export interface InitUserEmailRecoveryParameters extends v.InferInput<typeof initUserEmailRecoveryParameters> {}
export interface InitUserEmailRecoveryParametersV1 extends v.InferInput<typeof olderRecoveryParameters> {}
export interface InitUserEmailRecoveryResult extends v.InferOutput<typeof initUserEmailRecoveryResult> {}

/**
 * Mails a recovery key to the one user with that address, sealed to `targetPublicKey`: it registers one passkey for the user
 * (`recover_user`), and may call `whoami`. Otherwise as {@link emailAuth}.
 *
 * @throws CONTACT_INVALID, USER_NOT_FOUND where no user has the address, or two have equal claims, METHOD_NOT_ENABLED where the organization
 * or its parent has switched the feature off, PUBLIC_KEY_INVALID, TOO_MANY_CODES, LOGIN_BUSY, EMAIL_TEMPLATE_NOT_FOUND,
 * EMAIL_TEMPLATE_UNFIT
 * @see docs/wire.md S4.2 `init_user_email_recovery`, S4.4, 4(a) for what is mailed
 */
export const initUserEmailRecovery = activity({
  name: 'init_user_email_recovery',
  versions: {
    V2: {
      resultKey: 'initUserEmailRecoveryResult',
      parameters: initUserEmailRecoveryParameters as v.GenericSchema<InitUserEmailRecoveryParameters>,
      result: initUserEmailRecoveryResult as v.GenericSchema<InitUserEmailRecoveryResult>,
    },
    V1: {
      parameters: olderRecoveryParameters as v.GenericSchema<InitUserEmailRecoveryParametersV1>,
      result: initUserEmailRecoveryResult as v.GenericSchema<InitUserEmailRecoveryResult>,
    },
  },
  newest: 'V2',
  resource: 'RECOVERY',
  action: 'CREATE',
  right: 'parent',
  whileSuspended: 'allowed',
  from: ['organization', 'parent'],
  changes: [getUser, listUsers, getApiKeys],
  refusals: refusalsOfMailedKeys,
  unrecorded: { METHOD_NOT_ENABLED: 'always', LOGIN_BUSY: 'always' },
});

const recoverUserParameters = v.strictObject({ authenticator: authenticatorParams, userId: uuid });
const recoverUserResult = v.object({ authenticatorId: v.array(v.string()) });
export interface RecoverUserParameters extends v.InferInput<typeof recoverUserParameters> {}
export interface RecoverUserResult extends v.InferOutput<typeof recoverUserResult> {}

/**
 * Registers a passkey for a user with a recovery key, which is good for one registration. The user's other credentials stay. Stamped by
 * another key of the user, or by the root quorum, it requires a fresh login; while the organization is suspended it requires a recovery key.
 *
 * @throws FRESH_LOGIN_REQUIRED, RECOVERY_KEY_SPENT, USER_NOT_FOUND, PASSKEY_INVALID, CREDENTIAL_CONFLICT, TOO_MANY_PASSKEYS
 * @see docs/wire.md 2.14 `recover_user`
 */
export const recoverUser = activity({
  name: 'recover_user',
  versions: {
    V1: {
      parameters: recoverUserParameters as v.GenericSchema<RecoverUserParameters>,
      result: recoverUserResult as v.GenericSchema<RecoverUserResult>,
    },
  },
  newest: 'V1',
  resource: 'RECOVERY',
  action: 'UPDATE',
  right: 'own credential',
  whileSuspended: 'recovery key',
  ofRootMember: 'root quorum',
  fresh: 'required',
  recoveryKeys: 'accepted',
  changes: [getUser, listUsers, getAuthenticator, getAuthenticators],
  refusals: [
    'FRESH_LOGIN_REQUIRED',
    'RECOVERY_KEY_SPENT',
    'USER_NOT_FOUND',
    'PASSKEY_INVALID',
    'CREDENTIAL_CONFLICT',
    'TOO_MANY_PASSKEYS',
  ],
});

const sendLoginLinkParameters = v.strictObject({
  subOrganizationId: uuid,
  userId: uuid,
  page: v.picklist(['LOGIN', 'RECOVERY']),
});
const sendLoginLinkResult = v.object({});
export interface SendLoginLinkParameters extends v.InferInput<typeof sendLoginLinkParameters> {}
export interface SendLoginLinkResult extends v.InferOutput<typeof sendLoginLinkResult> {}

/**
 * Mails a person below the organization the app's page where they log in or recover their account, in an activity of our own: to their
 * verified e-mail address alone, in the language that they proved it in. The link is exactly the configuration's `loginUrl` or
 * `recoveryUrl`, and lets nobody in by itself.
 *
 * @remarks It counts toward the contact's limits and the caps. A contact that was sent a mail without a code is sent none for ten minutes.
 * `subOrganizationId`: one of the organization's own, else ORGANIZATION_NOT_FOUND.
 * @throws USER_NOT_FOUND, EMAIL_NOT_VERIFIED, PAGE_NOT_SET, TOO_MANY_CODES, LOGIN_BUSY
 * @see A row of our own
 */
export const sendLoginLink = activity({
  name: 'send_login_link',
  versions: {
    V1: {
      parameters: sendLoginLinkParameters as v.GenericSchema<SendLoginLinkParameters>,
      result: sendLoginLinkResult as v.GenericSchema<SendLoginLinkResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH',
  action: 'CREATE',
  right: 'quorum',
  changes: [getLoginState],
  refusals: ['USER_NOT_FOUND', 'EMAIL_NOT_VERIFIED', 'PAGE_NOT_SET', 'TOO_MANY_CODES', 'LOGIN_BUSY'],
  unrecorded: { PAGE_NOT_SET: 'always', LOGIN_BUSY: 'always' },
});
