import * as v from 'valibot';
import { headerLabel } from './emailShapes.js';
import { bundle, compressedKey, contact, count, language, seconds, text, uuid } from './fields.js';
import { activity } from './row.js';
import { clientSignature, encryptedSentCode, otpType, sentCode } from './shapes.js';
import { getUser } from './users.queries.js';

/** A lifetime of at most ten minutes, in seconds as decimal text. @see docs/wire.md 9 */
const codeLifetime = v.pipe(
  seconds,
  v.check((text) => Number(text) <= 600, 'must be at most 600'),
);

/** A lifetime of at most a day, in seconds as decimal text. @see docs/wire.md 5.1 */
const tokenLifetime = v.pipe(
  seconds,
  v.check((text) => Number(text) <= 86_400, 'must be at most 86400'),
);

const initOtpParameters = v.strictObject({
  otpType,
  contact,
  appName: headerLabel,
  otpLength: v.optional(count(6, 9)),
  alphanumeric: v.optional(v.boolean()),
  expirationSeconds: v.optional(codeLifetime),
  emailCustomization: v.optional(
    v.strictObject({
      logoUrl: v.optional(text),
      magicLinkTemplate: v.optional(text),
      templateVariables: v.optional(text),
      templateId: v.optional(text),
    }),
  ),
  smsCustomization: v.optional(v.strictObject({ template: v.optional(text) })),
  userIdentifier: v.optional(v.pipe(v.string(), v.maxLength(255))),
  sendFromEmailAddress: v.optional(text),
  sendFromEmailSenderName: v.optional(headerLabel),
  replyToEmailAddress: v.optional(text),
  language: v.optional(language),
});
export interface InitOtpParameters extends v.InferInput<typeof initOtpParameters> {}
export interface InitOtpResult extends v.InferOutput<typeof sentCode> {}
export interface InitOtpResultV2 extends v.InferOutput<typeof encryptedSentCode> {}

/**
 * Sends a one-time code. Defaults: 9 characters, alphanumeric (Crockford base32), 300 seconds. V3 also creates a key for this code alone:
 * {@link verifyOtp} V2 takes the typed code sealed to it, so that the code never travels in plain text.
 *
 * @remarks Rate limits count by `userIdentifier`, or by the contact alone without one. `language`, a member of our own, is the language of
 * the message, English by default.
 * @returns `otpLength` and `otpAlphanumeric`: the form of the code. After many wrong attempts at codes of this contact the long form is
 * used (9 characters, alphanumeric), whatever was requested. `otpEncryptionTargetBundle`, in V3: a signed envelope of `targetPublic`,
 * `organizationId` and `otpId` (docs/wire.md 4(d)).
 * @throws CONTACT_INVALID, CONTACT_NOT_SERVED, TOO_MANY_CODES, LOGIN_BUSY, METHOD_NOT_ENABLED where the organization has switched the
 * feature off, EMAIL_TEMPLATE_NOT_FOUND, EMAIL_TEMPLATE_UNFIT, NOT_YET_SUPPORTED (in a sub-organization)
 * @see docs/wire.md 2.14 `init_otp`, and the intent that the plain proxy call forwards
 */
export const initOtp = activity({
  name: 'init_otp',
  versions: {
    V3: {
      resultKey: 'initOtpResultV2',
      parameters: initOtpParameters as v.GenericSchema<InitOtpParameters>,
      result: encryptedSentCode as v.GenericSchema<InitOtpResultV2>,
    },
    V2: {
      resultKey: 'initOtpResult',
      parameters: initOtpParameters as v.GenericSchema<InitOtpParameters>,
      result: sentCode as v.GenericSchema<InitOtpResult>,
    },
  },
  newest: 'V3',
  resource: 'OTP',
  action: 'CREATE',
  right: 'quorum',
  whileSuspended: 'allowed',
  proxyUser: 'own organization',
  changes: [],
  refusals: [
    'CONTACT_INVALID',
    'CONTACT_NOT_SERVED',
    'TOO_MANY_CODES',
    'LOGIN_BUSY',
    'METHOD_NOT_ENABLED',
    'EMAIL_TEMPLATE_NOT_FOUND',
    'EMAIL_TEMPLATE_UNFIT',
    'NOT_YET_SUPPORTED',
  ],
  unrecorded: {
    METHOD_NOT_ENABLED: 'always',
    CONTACT_NOT_SERVED: 'always',
    LOGIN_BUSY: 'always',
    EMAIL_TEMPLATE_NOT_FOUND: 'proxy',
    EMAIL_TEMPLATE_UNFIT: 'proxy',
    REQUEST_INVALID: 'proxy',
  },
});

const verifyOtpParameters = v.strictObject({
  otpId: v.pipe(v.string(), v.maxLength(64)),
  otpCode: v.pipe(v.string(), v.maxLength(64)),
  publicKey: v.optional(compressedKey),
  expirationSeconds: v.optional(tokenLifetime),
});
const verifyOtpParametersV2 = v.strictObject({
  otpId: v.pipe(v.string(), v.maxLength(64)),
  encryptedOtpBundle: bundle,
  expirationSeconds: v.optional(tokenLifetime),
});
const verifyOtpResult = v.object({ verificationToken: v.string() });
export interface VerifyOtpParametersV2 extends v.InferInput<typeof verifyOtpParametersV2> {}
export interface VerifyOtpParameters extends v.InferInput<typeof verifyOtpParameters> {}
export interface VerifyOtpResult extends v.InferOutput<typeof verifyOtpResult> {}

/**
 * Exchanges a typed code for a verification token that is valid for 3600 seconds, or as requested, at most a day. V2 takes the code sealed
 * to the key that {@link initOtp} V3 created for it; sealed and plain attempts count alike.
 *
 * @remarks `encryptedOtpBundle`: JSON text of `encappedPublic` and `ciphertext`; the plaintext is JSON of `otp_code` and `public_key`.
 * @throws OTP_WRONG, OTP_EXPIRED, OTP_SPENT, TOO_MANY_ATTEMPTS, METHOD_NOT_ENABLED, PUBLIC_KEY_INVALID; OTP_BUNDLE_INVALID: it does not
 * open by the key of that very code, which counts no try
 * @see docs/wire.md 2.14 `verify_otp`, and the intent that the plain proxy call forwards; 4(d')
 */
export const verifyOtp = activity({
  name: 'verify_otp',
  versions: {
    V2: {
      resultKey: 'verifyOtpResult',
      parameters: verifyOtpParametersV2 as v.GenericSchema<VerifyOtpParametersV2>,
      result: verifyOtpResult as v.GenericSchema<VerifyOtpResult>,
    },
    V1: {
      parameters: verifyOtpParameters as v.GenericSchema<VerifyOtpParameters>,
      result: verifyOtpResult as v.GenericSchema<VerifyOtpResult>,
    },
  },
  newest: 'V2',
  resource: 'OTP',
  action: 'VERIFY',
  right: 'quorum',
  whileSuspended: 'allowed',
  proxyUser: 'own organization',
  secretParameters: ['otpCode', 'encryptedOtpBundle'],
  secretResult: ['verificationToken'],
  changes: [],
  refusals: [
    'OTP_WRONG',
    'OTP_EXPIRED',
    'OTP_SPENT',
    'OTP_BUNDLE_INVALID',
    'TOO_MANY_ATTEMPTS',
    'METHOD_NOT_ENABLED',
    'PUBLIC_KEY_INVALID',
  ],
  unrecorded: { METHOD_NOT_ENABLED: 'always', OTP_BUNDLE_INVALID: 'proxy' },
});

const otpLoginParameters = v.strictObject({
  verificationToken: text,
  publicKey: compressedKey,
  expirationSeconds: v.optional(seconds),
  invalidateExisting: v.optional(v.boolean()),
  clientSignature,
  sessionProfileId: v.optional(uuid),
});
const otpLoginParametersV1 = v.strictObject({
  ...otpLoginParameters.entries,
  clientSignature: v.optional(clientSignature),
});
const otpLoginResult = v.object({ session: v.string() });
const otpLoginRefusals = [
  'VERIFICATION_TOKEN_INVALID',
  'VERIFICATION_TOKEN_EXPIRED',
  'VERIFICATION_TOKEN_SPENT',
  'CLIENT_SIGNATURE_INVALID',
  'METHOD_NOT_ENABLED',
  'ACCOUNT_NOT_FOUND',
  'PUBLIC_KEY_INVALID',
  'CREDENTIAL_CONFLICT',
  'NAME_TAKEN',
  'ALIAS_IN_POLICY',
  'LIMIT_REACHED',
  'NOT_YET_SUPPORTED',
] as const;
export interface OtpLoginParameters extends v.InferInput<typeof otpLoginParameters> {}
export interface OtpLoginParametersV1 extends v.InferInput<typeof otpLoginParametersV1> {}
export interface OtpLoginResult extends v.InferOutput<typeof otpLoginResult> {}
/** A named union, since its list is long. */
export type OtpLoginRefusal = Extract<(typeof otpLoginRefusals)[number], string>;

/**
 * Makes `publicKey` a session key of the one user of the organization whose verified contact the token proves. If a sub-organization has
 * invited that e-mail address, its holder becomes a user. V1 takes tokens that name no key, without a client signature.
 *
 * @throws VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED, VERIFICATION_TOKEN_SPENT, CLIENT_SIGNATURE_INVALID, METHOD_NOT_ENABLED
 * where the organization or its parent has switched the feature off, ACCOUNT_NOT_FOUND, PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT, NAME_TAKEN,
 * ALIAS_IN_POLICY and LIMIT_REACHED (of an invitation: the name, or 100 users), NOT_YET_SUPPORTED
 * @see docs/wire.md 2.14 `otp_login`, the intent that the plain proxy call forwards; 3.4 for `session`
 */
export const otpLogin = activity({
  name: 'otp_login',
  versions: {
    V2: {
      resultKey: 'otpLoginResult',
      parameters: otpLoginParameters as v.GenericSchema<OtpLoginParameters>,
      result: otpLoginResult as v.GenericSchema<OtpLoginResult>,
    },
    V1: {
      parameters: otpLoginParametersV1 as v.GenericSchema<OtpLoginParametersV1>,
      result: otpLoginResult as v.GenericSchema<OtpLoginResult>,
    },
  },
  newest: 'V2',
  resource: 'AUTH',
  action: 'CREATE',
  policyParameters: ['sessionProfileId'],
  right: 'login',
  whileSuspended: 'allowed',
  from: ['organization', 'parent'],
  proxyUser: 'sub-organizations',
  secretParameters: ['verificationToken'],
  secretResult: ['session'],
  changes: [getUser],
  refusals: otpLoginRefusals as readonly OtpLoginRefusal[],
  unrecorded: { ACCOUNT_NOT_FOUND: 'proxy' },
});
