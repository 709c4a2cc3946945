import * as v from 'valibot';
import { bundle, compressedKey, text, uuid } from './fields.js';
import { otpInitMembers } from './otpMembers.js';
import { appProofs } from './proofs.records.js';
import { proxyOtpInit, proxyOtpLogin } from './proxy.js';
import { proxyCall } from './row.js';
import { clientSignature, encryptedSentCode, oauthProviderParamsV2, walletResult } from './shapes.js';
import { signupMembers } from './signupMembers.js';
import { signupRefusals } from './signupRefusals.js';

const proxyOtpInitV2Request = v.strictObject(otpInitMembers);
export interface ProxyOtpInitV2Request extends v.InferInput<typeof proxyOtpInitV2Request> {}
export interface ProxyOtpInitV2Response extends v.InferOutput<typeof encryptedSentCode> {}

/**
 * As {@link proxyOtpInit}, and returns the key that the typed code is to be sealed to: a signed envelope (docs/wire.md 4(d)) of
 * `targetPublic`, `organizationId` and `otpId`, for this code alone.
 *
 * @throws TOO_MANY_CODES, LOGIN_BUSY, CONTACT_INVALID, CONTACT_NOT_SERVED, METHOD_NOT_ENABLED, EMAIL_TEMPLATE_NOT_FOUND,
 * EMAIL_TEMPLATE_UNFIT, CAPTCHA_REQUIRED, CAPTCHA_REFUSED, CAPTCHA_SPENT, CAPTCHA_UNAVAILABLE
 * @see docs/wire.md 1.2 `/v1/otp_init_v2`
 */
export const proxyOtpInitV2 = proxyCall({
  name: 'otp_init_v2',
  request: proxyOtpInitV2Request as v.GenericSchema<ProxyOtpInitV2Request>,
  response: encryptedSentCode as v.GenericSchema<ProxyOtpInitV2Response>,
  refusals: proxyOtpInit.refusals,
  captcha: true,
});

const proxyOtpVerifyV2Request = v.strictObject({ otpId: uuid, encryptedOtpBundle: bundle });
const proxyOtpVerifyV2Response = v.object({ verificationToken: v.string() });
export interface ProxyOtpVerifyV2Request extends v.InferInput<typeof proxyOtpVerifyV2Request> {}
export interface ProxyOtpVerifyV2Response extends v.InferOutput<typeof proxyOtpVerifyV2Response> {}

/**
 * As {@link proxyOtpVerify}, with the code and the public key for the token sealed together, so that only the service can read the code.
 * Sealed and plain attempts at a code count together.
 *
 * @param encryptedOtpBundle - JSON text of `encappedPublic` and `ciphertext`; the plaintext is JSON of `otp_code` and `public_key`.
 * @throws OTP_WRONG, OTP_EXPIRED, OTP_SPENT, TOO_MANY_ATTEMPTS, METHOD_NOT_ENABLED, PUBLIC_KEY_INVALID, OTP_BUNDLE_INVALID
 * @see docs/wire.md 1.2 `/v1/otp_verify_v2`; 4(d')
 */
export const proxyOtpVerifyV2 = proxyCall({
  name: 'otp_verify_v2',
  request: proxyOtpVerifyV2Request as v.GenericSchema<ProxyOtpVerifyV2Request>,
  response: proxyOtpVerifyV2Response as v.GenericSchema<ProxyOtpVerifyV2Response>,
  refusals: [
    'OTP_WRONG',
    'OTP_EXPIRED',
    'OTP_SPENT',
    'OTP_BUNDLE_INVALID',
    'TOO_MANY_ATTEMPTS',
    'METHOD_NOT_ENABLED',
    'PUBLIC_KEY_INVALID',
  ],
  repeatable: true,
});

const proxySignupV2Request = v.strictObject({
  ...signupMembers,
  oauthProviders: v.pipe(v.array(oauthProviderParamsV2), v.maxLength(10)),
});
const proxySignupV2Response = v.object({
  organizationId: v.string(),
  wallet: v.optional(walletResult),
  userId: v.string(),
  appProofs: v.optional(appProofs),
});
const proxySignupV2Refusals = [...signupRefusals, 'OIDC_CLAIMS_UNPROVED'] as const;
export interface ProxySignupV2Response extends v.InferOutput<typeof proxySignupV2Response> {}
export interface ProxySignupV2Request extends v.InferInput<typeof proxySignupV2Request> {}
/** A named union, since its list is long. */
export type ProxySignupV2Refusal = Extract<(typeof proxySignupV2Refusals)[number], string>;

/**
 * As {@link proxySignup}, and `oauthProviders` may have claims beside a token of the same issuer and subject: the same person, as other
 * clients of the issuer know them. Newer third-party clients sign up this way.
 *
 * @throws CREDENTIAL_REQUIRED, CONTACT_NOT_VERIFIED, VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED, VERIFICATION_TOKEN_SPENT,
 * CLIENT_SIGNATURE_INVALID, TOO_MANY_SIGNUPS, CONTACT_INVALID, CREDENTIAL_CONFLICT, PUBLIC_KEY_INVALID, PASSKEY_INVALID,
 * METHOD_NOT_ENABLED, PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED, ADDRESS_FORMAT_CURVE_MISMATCH, ACCOUNT_EXISTS,
 * NAME_TAKEN, TOO_MANY_DERIVATIONS, OIDC_NONCE_MISMATCH, OIDC_CLAIMS_UNPROVED, OIDC_TOKEN_MALFORMED,
 * OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_EXPIRED, OIDC_TOKEN_TOO_OLD,
 * OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID,
 * CAPTCHA_REQUIRED, CAPTCHA_REFUSED, CAPTCHA_SPENT, CAPTCHA_UNAVAILABLE
 * @see docs/wire.md 1.2 `/v1/signup_v2`
 */
export const proxySignupV2 = proxyCall({
  name: 'signup_v2',
  request: proxySignupV2Request as v.GenericSchema<ProxySignupV2Request>,
  response: proxySignupV2Response as v.GenericSchema<unknown, ProxySignupV2Response>,
  refusals: proxySignupV2Refusals as readonly ProxySignupV2Refusal[],
  repeatable: true,
  captcha: true,
});

const proxyOtpLoginV2Request = v.strictObject({
  verificationToken: text,
  publicKey: compressedKey,
  clientSignature,
  invalidateExisting: v.optional(v.boolean()),
  organizationId: v.optional(uuid),
});
const proxyOtpLoginV2Response = v.object({ session: v.string(), deviceToken: v.optional(v.string()) });
export interface ProxyOtpLoginV2Response extends v.InferOutput<typeof proxyOtpLoginV2Response> {}
export interface ProxyOtpLoginV2Request extends v.InferInput<typeof proxyOtpLoginV2Request> {}

/**
 * As {@link proxyOtpLogin}, with a mandatory client signature.
 *
 * @throws VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED, VERIFICATION_TOKEN_SPENT, CLIENT_SIGNATURE_INVALID, METHOD_NOT_ENABLED,
 * ACCOUNT_NOT_FOUND, NOT_AUTHORIZED, PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT, NAME_TAKEN,
 * ALIAS_IN_POLICY, LIMIT_REACHED, POLICY_TOO_COSTLY, SUSPENDED (of an invitation)
 * @see docs/wire.md 1.2 `/v1/otp_login_v2`
 */
export const proxyOtpLoginV2 = proxyCall({
  name: 'otp_login_v2',
  request: proxyOtpLoginV2Request as v.GenericSchema<ProxyOtpLoginV2Request>,
  response: proxyOtpLoginV2Response as v.GenericSchema<unknown, ProxyOtpLoginV2Response>,
  refusals: proxyOtpLogin.refusals,
  repeatable: true,
});
