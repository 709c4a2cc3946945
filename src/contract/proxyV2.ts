import * as v from 'valibot';
import { compressedKey, text, uuid } from './fields.js';
import { type ProxySignupRefusal, proxyOtpLogin, proxySignup } from './proxy.js';
import { proxyCall } from './row.js';
import { clientSignature, oauthProviderParamsV2, walletResult } from './shapes.js';
import { signupMembers } from './signupMembers.js';

const proxySignupV2Request = v.strictObject({
  ...signupMembers,
  oauthProviders: v.pipe(v.array(oauthProviderParamsV2), v.maxLength(10)),
});
const proxySignupV2Response = v.object({
  organizationId: v.string(),
  wallet: v.optional(walletResult),
  userId: v.string(),
});
export interface ProxySignupV2Response extends v.InferOutput<typeof proxySignupV2Response> {}
export interface ProxySignupV2Request extends v.InferInput<typeof proxySignupV2Request> {}

/**
 * As {@link proxySignup}, and `oauthProviders` may have claims beside a token of the same issuer and subject: the same person, known
 * to the issuer's other clients. The newer clients of others sign people up so.
 *
 * @throws CREDENTIAL_REQUIRED, CONTACT_NOT_VERIFIED, VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED,
 * VERIFICATION_TOKEN_SPENT, CLIENT_SIGNATURE_INVALID, TOO_MANY_SIGNUPS, CONTACT_INVALID, CREDENTIAL_CONFLICT,
 * PUBLIC_KEY_INVALID, PASSKEY_INVALID, METHOD_NOT_ENABLED, PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED,
 * ADDRESS_FORMAT_CURVE_MISMATCH, ACCOUNT_EXISTS, NAME_TAKEN, TOO_MANY_DERIVATIONS, OIDC_NONCE_MISMATCH,
 * OIDC_CLAIMS_UNPROVED, TOO_MANY_OAUTH_PROVIDERS, OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED,
 * OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_EXPIRED, OIDC_TOKEN_TOO_OLD, OIDC_TOKEN_NOT_YET_VALID,
 * OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 * @see Wire facts 1.2 `/v1/signup_v2`
 */
export const proxySignupV2 = proxyCall({
  name: 'signup_v2',
  request: proxySignupV2Request as v.GenericSchema<ProxySignupV2Request>,
  response: proxySignupV2Response as v.GenericSchema<unknown, ProxySignupV2Response>,
  refusals: proxySignup.refusals as readonly ProxySignupRefusal[],
  repeatable: true,
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
 * As {@link proxyOtpLogin}, with a client signature always.
 *
 * @throws VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED, VERIFICATION_TOKEN_SPENT, CLIENT_SIGNATURE_INVALID,
 * METHOD_NOT_ENABLED, ACCOUNT_NOT_FOUND, NOT_AUTHORIZED, PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT, NAME_TAKEN, LIMIT_REACHED
 * @see Wire facts 1.2 `/v1/otp_login_v2`
 */
export const proxyOtpLoginV2 = proxyCall({
  name: 'otp_login_v2',
  request: proxyOtpLoginV2Request as v.GenericSchema<ProxyOtpLoginV2Request>,
  response: proxyOtpLoginV2Response as v.GenericSchema<unknown, ProxyOtpLoginV2Response>,
  refusals: proxyOtpLogin.refusals,
  repeatable: true,
});
