import * as v from 'valibot';
import { captchaRefusalCodes } from './captchaRefusalCodes.js';
import { bundle, compressedKey, text, uuid } from './fields.js';
import { livingTokenRefusals } from './idTokenRefusals.js';
import { otpInitMembers } from './otpMembers.js';
import { appProofs } from './proofs.records.js';
import { proxyCall } from './row.js';
import { clientSignature, oauthProviderParams, sentCode, walletResult } from './shapes.js';
import { signupMembers } from './signupMembers.js';
import { signupRefusals } from './signupRefusals.js';

const proxyOtpInitRequest = v.strictObject(otpInitMembers);
export interface ProxyOtpInitRequest extends v.InferInput<typeof proxyOtpInitRequest> {}
export interface ProxyOtpInitResponse extends v.InferOutput<typeof sentCode> {}

/**
 * Sends a one-time code to a contact. The answer is the same whether or not the contact is known.
 *
 * @remarks `contact` is an e-mail address or an E.164 phone number. `deviceToken`, a member of our own, is what {@link proxyOtpLogin}
 * returned when this device last logged in with this contact: requests with it are not slowed by other people's requests for the same
 * contact. An invalid one counts as none. `language`, a member of our own, is the language of the message: one that
 * {@link proxyWalletKitConfig} lists, English by default. `emailCustomization.templateId` names an e-mail template ({@link createEmailTemplate}) to use
 * instead of the configuration's.
 * @returns `otpLength` and `otpAlphanumeric`: the form of this code, which may differ from the configuration's.
 * @throws TOO_MANY_CODES, LOGIN_BUSY, CONTACT_INVALID, CONTACT_NOT_SERVED, METHOD_NOT_ENABLED, EMAIL_TEMPLATE_NOT_FOUND,
 * EMAIL_TEMPLATE_UNFIT, CAPTCHA_REQUIRED, CAPTCHA_REFUSED, CAPTCHA_SPENT, CAPTCHA_UNAVAILABLE
 * @see docs/wire.md S4.5 `/v1/otp_init`, 1.2 for the body
 */
export const proxyOtpInit = proxyCall({
  name: 'otp_init',
  request: proxyOtpInitRequest as v.GenericSchema<ProxyOtpInitRequest>,
  response: sentCode as v.GenericSchema<ProxyOtpInitResponse>,
  refusals: [
    'TOO_MANY_CODES',
    'LOGIN_BUSY',
    'CONTACT_INVALID',
    'CONTACT_NOT_SERVED',
    'METHOD_NOT_ENABLED',
    'EMAIL_TEMPLATE_NOT_FOUND',
    'EMAIL_TEMPLATE_UNFIT',
    ...captchaRefusalCodes,
  ],
  captcha: true,
});

const proxyOtpVerifyRequest = v.strictObject({
  otpId: uuid,
  otpCode: v.pipe(v.string(), v.maxLength(64)),
  publicKey: v.optional(compressedKey),
});
const proxyOtpVerifyResponse = v.object({ verificationToken: v.string() });
export interface ProxyOtpVerifyRequest extends v.InferInput<typeof proxyOtpVerifyRequest> {}
export interface ProxyOtpVerifyResponse extends v.InferOutput<typeof proxyOtpVerifyResponse> {}

/**
 * Exchanges a typed code for a verification token. The token names `publicKey`, a compressed P-256 key in hex, so that it is useful only to
 * the holder of that key.
 *
 * @remarks The same code with the same key returns the same token while the code lives.
 * @throws OTP_WRONG, OTP_EXPIRED, OTP_SPENT, TOO_MANY_ATTEMPTS, METHOD_NOT_ENABLED, PUBLIC_KEY_INVALID
 * @see docs/wire.md S4.5 `/v1/otp_verify`, 1.2 for the body
 */
export const proxyOtpVerify = proxyCall({
  name: 'otp_verify',
  request: proxyOtpVerifyRequest as v.GenericSchema<ProxyOtpVerifyRequest>,
  response: proxyOtpVerifyResponse as v.GenericSchema<ProxyOtpVerifyResponse>,
  refusals: ['OTP_WRONG', 'OTP_EXPIRED', 'OTP_SPENT', 'TOO_MANY_ATTEMPTS', 'METHOD_NOT_ENABLED', 'PUBLIC_KEY_INVALID'],
  repeatable: true,
});

const proxyOtpLoginRequest = v.strictObject({
  verificationToken: text,
  publicKey: compressedKey,
  invalidateExisting: v.optional(v.boolean()),
  organizationId: v.optional(uuid),
  clientSignature: v.optional(clientSignature),
});
const proxyOtpLoginResponse = v.object({ session: v.string(), deviceToken: v.optional(v.string()) });
export interface ProxyOtpLoginRequest extends v.InferInput<typeof proxyOtpLoginRequest> {}
export interface ProxyOtpLoginResponse extends v.InferOutput<typeof proxyOtpLoginResponse> {}

/**
 * Logs in with a verification token: `publicKey` becomes a session key of the user with that contact. If the organization of
 * `organizationId` has invited the contact, its holder becomes a user there.
 *
 * @param clientSignature - over token id and `publicKey`, by the key named in the token.
 * @returns `session`: a JWT with the session's ids and expiry. It is not a bearer token: every request is stamped by the key.
 * `deviceToken`, a member of our own: a secret by which {@link proxyOtpInit} recognises a device that has logged in with this contact. It
 * is valid until 180 days after the verification token was issued, and survives a logout.
 * @throws VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED, VERIFICATION_TOKEN_SPENT, CLIENT_SIGNATURE_INVALID, METHOD_NOT_ENABLED,
 * ACCOUNT_NOT_FOUND, NOT_AUTHORIZED, PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT, NAME_TAKEN,
 * ALIAS_IN_POLICY, LIMIT_REACHED, POLICY_TOO_COSTLY, SUSPENDED (of an invitation)
 * @see docs/wire.md S4.5 `/v1/otp_login`, 1.2 for the body
 */
export const proxyOtpLogin = proxyCall({
  name: 'otp_login',
  request: proxyOtpLoginRequest as v.GenericSchema<ProxyOtpLoginRequest>,
  response: proxyOtpLoginResponse as v.GenericSchema<ProxyOtpLoginResponse>,
  refusals: [
    'VERIFICATION_TOKEN_INVALID',
    'VERIFICATION_TOKEN_EXPIRED',
    'VERIFICATION_TOKEN_SPENT',
    'CLIENT_SIGNATURE_INVALID',
    'METHOD_NOT_ENABLED',
    'ACCOUNT_NOT_FOUND',
    'NOT_AUTHORIZED',
    'PUBLIC_KEY_INVALID',
    'CREDENTIAL_CONFLICT',
    'NAME_TAKEN',
    'ALIAS_IN_POLICY',
    'LIMIT_REACHED',
    'POLICY_TOO_COSTLY',
    'SUSPENDED',
  ],
  repeatable: true,
});

const proxySignupRequest = v.strictObject({
  ...signupMembers,
  oauthProviders: v.pipe(v.array(oauthProviderParams), v.maxLength(10)),
});
const proxySignupResponse = v.object({
  organizationId: v.string(),
  wallet: v.optional(walletResult),
  userId: v.string(),
  appProofs: v.optional(appProofs),
});
export interface ProxySignupRequest extends v.InferInput<typeof proxySignupRequest> {}
export interface ProxySignupResponse extends v.InferOutput<typeof proxySignupResponse> {}
/** A named union, since its list is long. */
export type ProxySignupRefusal = Extract<(typeof signupRefusals)[number], string>;

/**
 * Creates a sub-organization with one root user, and a wallet if requested.
 *
 * @remarks A contact is accepted only with a verification token for exactly that contact. The same token returns the same sub-organization.
 * Passkeys are accepted if they are among the configuration's methods. An OIDC token may be the only credential; beside another credential
 * its nonce is the hash of a key in `apiKeys`.
 * @param generateAppProofs - a member of our own: asks for App Proofs of the wallet's addresses, where {@link proxyWalletKitConfig} says
 * `appProofs`.
 * @returns `wallet.addresses` in the order of the requested accounts; `appProofs`, where they were asked for.
 * @throws CREDENTIAL_REQUIRED, CONTACT_NOT_VERIFIED, VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED, VERIFICATION_TOKEN_SPENT,
 * CLIENT_SIGNATURE_INVALID, TOO_MANY_SIGNUPS, CONTACT_INVALID, CREDENTIAL_CONFLICT, PUBLIC_KEY_INVALID, PASSKEY_INVALID,
 * METHOD_NOT_ENABLED, PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED, ADDRESS_FORMAT_CURVE_MISMATCH, ACCOUNT_EXISTS,
 * NAME_TAKEN, TOO_MANY_DERIVATIONS, OIDC_NONCE_MISMATCH, OIDC_TOKEN_MALFORMED,
 * OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_EXPIRED, OIDC_TOKEN_TOO_OLD,
 * OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID,
 * CAPTCHA_REQUIRED, CAPTCHA_REFUSED, CAPTCHA_SPENT, CAPTCHA_UNAVAILABLE
 * @see docs/wire.md S4.5 `/v1/signup`, 1.2 for the body
 */
export const proxySignup = proxyCall({
  name: 'signup',
  request: proxySignupRequest as v.GenericSchema<ProxySignupRequest>,
  response: proxySignupResponse as v.GenericSchema<ProxySignupResponse>,
  refusals: signupRefusals as readonly ProxySignupRefusal[],
  repeatable: true,
  captcha: true,
});

const proxyAccountRequest = v.strictObject({
  filterType: v.pipe(v.string(), v.maxLength(64)),
  filterValue: v.pipe(v.string(), v.maxLength(8192)),
  verificationToken: v.optional(text),
  oidcToken: v.optional(bundle),
});
const proxyAccountRefusals = [
  'FILTER_NOT_SUPPORTED',
  'CONTACT_INVALID',
  'VERIFICATION_TOKEN_INVALID',
  'VERIFICATION_TOKEN_EXPIRED',
  ...livingTokenRefusals,
] as const;
/** A named union, since its list is long. */
export type ProxyAccountRefusal = Extract<(typeof proxyAccountRefusals)[number], string>;
const proxyAccountResponse = v.object({ organizationId: v.optional(v.string()) });
export interface ProxyAccountRequest extends v.InferInput<typeof proxyAccountRequest> {}
export interface ProxyAccountResponse extends v.InferOutput<typeof proxyAccountResponse> {}

/**
 * The organization that a filter selects; without a match the answer has no `organizationId`.
 *
 * @param filterType - EMAIL and PHONE_NUMBER (always with a verification token for that very contact), CREDENTIAL_ID, PUBLIC_KEY,
 * OIDC_TOKEN (the token is the value), OIDC_CLAIMS (JSON of `iss`, `sub`, `aud`, with an `oidcToken` of that issuer and subject).
 * @throws FILTER_NOT_SUPPORTED, VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED, CONTACT_INVALID, OIDC_TOKEN_MALFORMED,
 * OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_EXPIRED, OIDC_TOKEN_NOT_YET_VALID,
 * OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 * @see docs/wire.md S4.5 `/v1/account`, 1.2 for the body
 */
export const proxyAccount = proxyCall({
  name: 'account',
  request: proxyAccountRequest as v.GenericSchema<ProxyAccountRequest>,
  response: proxyAccountResponse as v.GenericSchema<ProxyAccountResponse>,
  refusals: proxyAccountRefusals as readonly ProxyAccountRefusal[],
  repeatable: true,
});
