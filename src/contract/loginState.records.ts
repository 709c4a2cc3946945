import * as v from 'valibot';
import { timestamp } from './fields.js';

/**
 * Why somebody cannot log in by a method, and which refusal the login gets.
 *
 * - `PROXY_OFF`: the auth proxy is disabled, or was never enabled: PROXY_NOT_AVAILABLE.
 * - `METHOD_OFF`: the configuration's `allowedAuthMethods` does not name it: METHOD_NOT_ENABLED.
 * - `FEATURE_OFF`, `OWN_FEATURE_OFF`: the parent, or the person's own organization, has removed the feature: METHOD_NOT_ENABLED.
 * - `TOP_LEVEL_USER`: users of a top-level organization do not log in so: ACCOUNT_NOT_FOUND.
 * - `NO_CONTACT`, `CONTACT_NOT_PROVED`: nothing to send a code to, or nobody has shown that it is theirs: ACCOUNT_NOT_FOUND.
 * - `CONTACT_SHARED`: several users have proved it, so that it leads to none of them: ACCOUNT_NOT_FOUND.
 * - `CONTACT_NOT_SERVED`: no codes are sent to numbers of this kind or country: CONTACT_NOT_SERVED.
 * - `CODES_USED_UP`: the contact was sent as many codes as it may be for now: TOO_MANY_CODES.
 * - `WRONG_CODES`: all tries at three codes were wrong, so that the next code has to wait: TOO_MANY_CODES.
 * - `CAP_FULL`: the organization has sent as many codes as its configuration allows: LOGIN_BUSY.
 * - `NO_CREDENTIAL`: there is no such passkey or key: CREDENTIAL_NOT_FOUND or PUBLIC_KEY_NOT_FOUND.
 * - `CREDENTIAL_EXPIRED`: all such keys have ended: API_KEY_EXPIRED.
 * - `NO_ORIGIN_ALLOWED`: the origins that the organization allows and those that its parent allows have none in common: STAMP_INVALID.
 * - `PROVIDER_OFF`: the configuration does not name the provider, or not the app that the identity was made with: OIDC_ISSUER_UNKNOWN,
 *   OIDC_AUDIENCE_UNKNOWN.
 * - `IDENTITY_NOT_PROVED`: it waits for the first stamp of the key that its token names: ACCOUNT_NOT_FOUND.
 * - `DENIED_BY_POLICY`: a policy of the person's organization denies the login: NOT_AUTHORIZED.
 * - `POLICIES_TOO_COSTLY`: its policies take more steps than a decision may: POLICY_TOO_COSTLY.
 */
export const loginReasonCode = v.picklist([
  'PROXY_OFF',
  'METHOD_OFF',
  'FEATURE_OFF',
  'OWN_FEATURE_OFF',
  'TOP_LEVEL_USER',
  'NO_CONTACT',
  'CONTACT_NOT_PROVED',
  'CONTACT_SHARED',
  'CONTACT_NOT_SERVED',
  'CODES_USED_UP',
  'WRONG_CODES',
  'CAP_FULL',
  'NO_CREDENTIAL',
  'CREDENTIAL_EXPIRED',
  'NO_ORIGIN_ALLOWED',
  'PROVIDER_OFF',
  'IDENTITY_NOT_PROVED',
  'DENIED_BY_POLICY',
  'POLICIES_TOO_COSTLY',
]);
export type LoginReasonCode = v.InferOutput<typeof loginReasonCode>;

/**
 * Whom a reason holds for: everyone; devices that have not logged in by the contact before; devices that have; or whoever asked for the
 * last code, by their device or address.
 */
export const loginReasonScope = v.picklist(['EVERYONE', 'NEW_DEVICES', 'KNOWN_DEVICES', 'LAST_REQUESTER']);
export type LoginReasonScope = v.InferOutput<typeof loginReasonScope>;

/** `until`: when that is over by itself. Without it somebody has to change something. */
export const loginReason = v.object({
  code: loginReasonCode,
  concerns: loginReasonScope,
  until: v.optional(timestamp),
});
export interface LoginReason extends v.InferOutput<typeof loginReason> {}

/** `wallet`: by an API key, of a wallet or another holder. */
export const loginMethodName = v.picklist(['email', 'sms', 'passkey', 'wallet', 'oauth']);
export type LoginMethodName = v.InferOutput<typeof loginMethodName>;

/** Codes sent to the contact within the window, of the most that may be. `nextAt`: when the next may be, where it has to wait. */
const sends = v.object({
  sent: v.number(),
  most: v.number(),
  windowSeconds: v.number(),
  nextAt: v.optional(timestamp),
});

/** `length`: characters. After many wrong tries codes are long ones. */
const codeForm = v.object({ length: v.number(), alphanumeric: v.boolean() });

/** What devices that have not logged in by the contact before share, or what those share that have. */
const codesOfClass = v.object({ sends, form: codeForm });

/**
 * The last code that was sent to the contact in the last 24 hours.
 *
 * `state`: it can be typed, it was used, it has expired, a newer one replaced it, or all its tries were wrong. `delivery`: its message waits
 * to be sent; was tried `deliveryTries` times, and waits for the next; or has left: sent, given up for good, or not wanted any more, as the
 * log says.
 */
const lastCode = v.object({
  sentAt: timestamp,
  expiresAt: timestamp,
  state: v.picklist(['LIVE', 'USED', 'EXPIRED', 'REPLACED', 'TRIES_USED_UP']),
  triesLeft: v.number(),
  delivery: v.picklist(['WAITING', 'TRIED', 'LEFT']),
  deliveryTries: v.optional(v.number()),
});

/** What is known of codes to a contact. */
const codes = v.object({
  newDevices: codesOfClass,
  knownDevices: codesOfClass,
  lastCode: v.optional(lastCode),
});

/**
 * Whether a person can log in by a method.
 *
 * `name`: of an identity its provider's. `canLogIn`: some device can. `mayWait`: codes are limited by device and address too, of which the
 * service knows only when a code is asked for. `credentials`: how many passkeys or keys they have that have not ended.
 */
export const loginMethod = v.object({
  method: loginMethodName,
  name: v.optional(v.string()),
  canLogIn: v.boolean(),
  reasons: v.array(loginReason as v.GenericSchema<unknown, LoginReason>),
  mayWait: v.optional(v.boolean()),
  contact: v.optional(v.string()),
  credentials: v.optional(v.number()),
  codes: v.optional(codes),
});
export interface LoginMethod extends v.InferOutput<typeof loginMethod> {}

/**
 * A login that was refused. `code`: the refusal's. `step`: the call that got it. `by`: the person's own device, as far as it has shown that
 * it is, or a stranger.
 */
export const loginRefusal = v.object({
  method: loginMethodName,
  code: v.string(),
  step: v.string(),
  by: v.picklist(['OWN_DEVICE', 'STRANGER']),
  at: timestamp,
});
export interface LoginRefusal extends v.InferOutput<typeof loginRefusal> {}

/** By what the service's log names the person where they log in by that method: a keyed hash, `contact` or `identity` of a line. */
export const loginTrace = v.object({ method: loginMethodName, trace: v.string() });
export interface LoginTrace extends v.InferOutput<typeof loginTrace> {}

/** What a person was found by. */
export const foundBy = v.picklist([
  'USER_ID',
  'ORGANIZATION_ID',
  'EMAIL',
  'PHONE_NUMBER',
  'CREDENTIAL_ID',
  'PUBLIC_KEY',
  'WALLET_ACCOUNT_ADDRESS',
  'USER_NAME',
]);
export type FoundBy = v.InferOutput<typeof foundBy>;

/** A person who was found. `verifiedContacts`: which of the contacts were proved, not only set. */
export const foundUser = v.object({
  organizationId: v.string(),
  userId: v.string(),
  userName: v.string(),
  userEmail: v.optional(v.string()),
  userPhoneNumber: v.optional(v.string()),
  verifiedContacts: v.array(v.picklist(['EMAIL', 'PHONE_NUMBER'])),
  foundBy,
});
export interface FoundUser extends v.InferOutput<typeof foundUser> {}
