import * as v from 'valibot';
import { headerLabel } from './emailShapes.js';
import { clientId, count, label, text } from './fields.js';

/** A rate limit: `most` times in `windowSeconds`. */
const limit = v.strictObject({ most: count(1, 10_000), windowSeconds: count(1, 86_400) });

/** Days. */
const retentionDays = v.strictObject({ completed: count(1, 36_500), failed: count(1, 36_500) });
/** `completed` and `failed`, days each from 1 to 36,500; an empty text removes it. */
const retentionDaysGiven = v.union([v.literal(''), retentionDays]);

/** How much the organization's own credentials may record in an hour. */
const recordPerHour = v.strictObject({ mebibytes: count(0, 1_000_000), activities: count(0, 1_000_000_000) });
/** `mebibytes` and `activities` that the organization's own credentials may record in an hour; an empty text removes it. */
const recordPerHourGiven = v.union([v.literal(''), recordPerHour]);

/** A name for an e-mail header; an empty text removes it. */
const senderName = v.union([v.literal(''), headerLabel]);

/** How many codes an organization may send in an hour. */
const cap = count(1, 1_000_000);

/** Calling codes without `+`, like `49`. */
const callingCodes = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/))), v.minLength(1), v.maxLength(300));
const smsCountries = v.strictObject({ allow: v.optional(callingCodes), deny: v.optional(callingCodes) });

/** The client ids of an app at a provider, the web page's first. */
const clientIds = v.pipe(v.array(clientId), v.maxLength(20));
const oauthClientIds = v.strictObject({
  google: v.optional(clientIds),
  apple: v.optional(clientIds),
  facebook: v.optional(clientIds),
});

/** A provider of ID tokens. `id`: its name in the kit. `icon`: an https URL. */
const oidcIssuer = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/)),
  issuer: text,
  clientIds: v.pipe(clientIds, v.minLength(1)),
  label,
  icon: v.optional(text),
});
const oidcIssuers = v.pipe(v.array(oidcIssuer), v.maxLength(20));
const oauthRedirectUrls = v.pipe(v.array(text), v.maxLength(20));

/** The site key of a Turnstile widget; an empty one removes it. */
const turnstileSiteKey = v.pipe(v.string(), v.regex(/^[\w-]{0,100}$/, 'must be a site key of Turnstile'));
/** The secret key of a Turnstile widget; an empty one removes it. */
const turnstileSecretKey = v.pipe(v.string(), v.regex(/^[\w-]{0,255}$/, 'must be a secret key of Turnstile'));
/** Host names of pages. */
const turnstileHostnames = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z0-9.-]{1,253}$/))), v.maxLength(100));
/** Actions of widgets. @see Turnstile, widget configurations: `action` */
const turnstileActions = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/))), v.maxLength(20));

/** How people sign up and log in; `wallet`: sign up with a key alone. */
const authMethod = v.picklist(['email', 'sms', 'passkey', 'wallet']);

/** Changes to a configuration: every member is optional, and members left out keep their values. */
export const authProxyChanges = v.strictObject({
  allowedOrigins: v.optional(v.pipe(v.array(text), v.minLength(1), v.maxLength(100))),
  allowNativeClients: v.optional(v.boolean()),
  allowedAuthMethods: v.optional(v.pipe(v.array(authMethod), v.maxLength(10))),
  emailCustomizationParams: v.optional(
    v.strictObject({
      appName: v.optional(headerLabel),
      logoUrl: v.optional(text),
      magicLinkTemplate: v.optional(text),
      templateVariables: v.optional(text),
      templateId: v.optional(text),
    }),
  ),
  smsCustomizationParams: v.optional(v.strictObject({ template: v.optional(text) })),
  otpTemplateId: v.optional(text),
  emailAuthTemplateId: v.optional(text),
  sendFromEmailAddress: v.optional(text),
  sendFromEmailSenderName: v.optional(senderName),
  replyToEmailAddress: v.optional(text),
  smsOriginHost: v.optional(text),
  loginUrl: v.optional(text),
  recoveryUrl: v.optional(text),
  supportContact: v.optional(text),
  subOrganizationMail: v.optional(v.boolean()),
  oauthClientIds: v.optional(oauthClientIds),
  oidcIssuers: v.optional(oidcIssuers),
  oauthRedirectUrls: v.optional(oauthRedirectUrls),
  socialLinkingClientIds: v.optional(clientIds),
  otpLength: v.optional(count(6, 9)),
  otpAlphanumeric: v.optional(v.boolean()),
  otpEncryption: v.optional(v.boolean()),
  otpExpirationSeconds: v.optional(count(30, 600)),
  verificationTokenExpirationSeconds: v.optional(count(30, 86_400)),
  sessionExpirationSeconds: v.optional(count(30, 31_536_000)),
  maxSessionSeconds: v.optional(count(30, 31_536_000)),
  freshLoginSeconds: v.optional(count(0, 31_536_000)),
  tokenWithoutKeyAllowed: v.optional(v.boolean()),
  acceptUnboundProviderTokens: v.optional(v.boolean()),
  passkeyCrossOrigin: v.optional(v.boolean()),
  passkeyUserVerification: v.optional(v.picklist(['preferred', 'required'])),
  codesPerContactAndAddress: v.optional(limit),
  codesPerContactAndAddressLong: v.optional(limit),
  codesPerContact: v.optional(limit),
  codesPerAddress: v.optional(limit),
  textsPerAddress: v.optional(limit),
  codesPerDevice: v.optional(limit),
  codesPerContactFromDevices: v.optional(limit),
  codesPerAddressFromDevices: v.optional(limit),
  signupsPerAddress: v.optional(limit),
  refusalsPerAddress: v.optional(limit),
  emailsPerHour: v.optional(cap),
  textsPerHour: v.optional(cap),
  textsPerHourAndCallingCode: v.optional(cap),
  smsCountries: v.optional(smsCountries),
  requestsPerAddress: v.optional(limit),
  retentionDays: v.optional(retentionDaysGiven),
  recordPerHour: v.optional(recordPerHourGiven),
  captchaEnabled: v.optional(v.boolean()),
  turnstileSiteKey: v.optional(turnstileSiteKey),
  turnstileSecretKey: v.optional(turnstileSecretKey),
  turnstileHostnames: v.optional(turnstileHostnames),
  turnstileActions: v.optional(turnstileActions),
});

/** The whole configuration of an organization's auth proxy. */
export const authProxyConfig = v.object({
  authProxyConfigId: v.string(),
  enabled: v.boolean(),
  allowedOrigins: v.array(v.string()),
  allowNativeClients: v.boolean(),
  allowedAuthMethods: v.array(v.string()),
  emailCustomizationParams: v.object({
    appName: v.string(),
    logoUrl: v.optional(v.string()),
    magicLinkTemplate: v.optional(v.string()),
    templateId: v.optional(v.string()),
    templateVariables: v.optional(v.string()),
  }),
  otpTemplateId: v.optional(v.string()),
  emailAuthTemplateId: v.optional(v.string()),
  smsCustomizationParams: v.object({ template: v.optional(v.string()) }),
  sendFromEmailAddress: v.optional(v.string()),
  sendFromEmailSenderName: v.optional(v.string()),
  replyToEmailAddress: v.optional(v.string()),
  smsOriginHost: v.optional(v.string()),
  loginUrl: v.optional(v.string()),
  recoveryUrl: v.optional(v.string()),
  supportContact: v.optional(v.string()),
  subOrganizationMail: v.boolean(),
  oauthClientIds,
  oidcIssuers,
  oauthRedirectUrls,
  socialLinkingClientIds: clientIds,
  otpLength: v.number(),
  otpAlphanumeric: v.boolean(),
  otpEncryption: v.boolean(),
  otpExpirationSeconds: v.number(),
  verificationTokenExpirationSeconds: v.number(),
  sessionExpirationSeconds: v.number(),
  maxSessionSeconds: v.number(),
  freshLoginSeconds: v.number(),
  tokenWithoutKeyAllowed: v.boolean(),
  acceptUnboundProviderTokens: v.boolean(),
  passkeyCrossOrigin: v.boolean(),
  passkeyUserVerification: v.picklist(['preferred', 'required']),
  codesPerContactAndAddress: limit,
  codesPerContactAndAddressLong: limit,
  codesPerContact: limit,
  codesPerAddress: limit,
  textsPerAddress: limit,
  codesPerDevice: limit,
  codesPerContactFromDevices: limit,
  codesPerAddressFromDevices: limit,
  signupsPerAddress: limit,
  refusalsPerAddress: limit,
  emailsPerHour: cap,
  textsPerHour: cap,
  textsPerHourAndCallingCode: cap,
  smsCountries,
  requestsPerAddress: limit,
  retentionDays: v.optional(retentionDays),
  recordPerHour: v.optional(recordPerHour),
  captchaEnabled: v.boolean(),
  turnstileSiteKey: v.optional(v.string()),
  turnstileHostnames,
  turnstileActions,
});

/** The part of the auth proxy configuration that an organization may change. */
export type AuthProxyConfigChanges = v.InferOutput<typeof authProxyChanges>;
/** The part of an auth proxy configuration that can be set, with every default filled in. */
export type AuthProxySettings = Omit<v.InferOutput<typeof authProxyConfig>, 'authProxyConfigId' | 'enabled'>;
