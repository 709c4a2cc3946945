import type { AuthProxyConfigChanges, AuthProxySettings } from '../../contract/authProxy.records.js';
import { canonicalEmail } from '../../contract/contact.js';
import { refused } from '../../contract/refusals.js';
import { limits } from '../limits/limits.js';
import { callingCodeOf } from './callingCode.js';
import { faultOfIssuers } from './issuerSettings.js';
import { isLogoUrl } from './logoUrl.js';
import { faultOfAppPage, faultOfMagicLink } from './magicLink.js';
import { isSerializedOrigin } from './origin.js';

/** The settings of a new configuration. */
export const defaultSettings: AuthProxySettings = {
  allowedOrigins: ['*'],
  allowNativeClients: false,
  allowedAuthMethods: ['email'],
  emailCustomizationParams: { appName: 'Latchkey' },
  smsCustomizationParams: {},
  otpLength: 6,
  otpAlphanumeric: false,
  otpEncryption: true,
  otpExpirationSeconds: 300,
  verificationTokenExpirationSeconds: 3600,
  sessionExpirationSeconds: 900,
  maxSessionSeconds: 30 * 24 * 3600,
  freshLoginSeconds: 600,
  tokenWithoutKeyAllowed: false,
  acceptUnboundProviderTokens: false,
  passkeyCrossOrigin: false,
  passkeyUserVerification: 'preferred',
  codesPerContactAndAddress: limits.codesPerContactAndAddress.most,
  codesPerContactAndAddressLong: limits.codesPerContactAndAddressLong.most,
  codesPerContact: limits.codesPerContact.most,
  codesPerAddress: limits.codesPerAddress.most,
  textsPerAddress: limits.textsPerAddress.most,
  codesPerDevice: limits.codesPerDevice.most,
  codesPerContactFromDevices: limits.codesPerContactFromDevices.most,
  codesPerAddressFromDevices: limits.codesPerAddressFromDevices.most,
  signupsPerAddress: limits.signupsPerAddress.most,
  refusalsPerAddress: limits.refusalsPerAddress.most,
  requestsPerAddress: limits.requestsPerAddress.most,
  emailsPerHour: limits.emailsPerHour.most,
  textsPerHour: limits.textsPerHour.most,
  textsPerHourAndCallingCode: limits.textsPerHourAndCallingCode.most,
  smsCountries: {},
  subOrganizationMail: false,
  oauthClientIds: {},
  oidcIssuers: [],
  oauthRedirectUrls: [],
  socialLinkingClientIds: [],
  captchaEnabled: false,
  turnstileHostnames: [],
  turnstileActions: [],
};

/** What `latchkey init` and `latchkey dev` write: whoever comes back within six days stays logged in. */
export const sessionsOfAWeek = { sessionExpirationSeconds: 7 * 24 * 3600, freshLoginSeconds: 900 };

/**
 * The settings with the members given changed. An empty string removes an optional member.
 *
 * @throws {RefusedError} PROXY_CONFIG_INVALID with the member at fault
 */
export function changedSettings(settings: AuthProxySettings, changes: AuthProxyConfigChanges): AuthProxySettings {
  // The secret key is kept apart, sealed.
  const { emailCustomizationParams: email, smsCustomizationParams: sms, turnstileSecretKey: _, ...plain } = changes;
  const changed = {
    ...settings,
    ...plain,
    emailCustomizationParams: {
      ...settings.emailCustomizationParams,
      ...(email?.appName !== undefined && { appName: email.appName }),
      ...(email?.logoUrl !== undefined && { logoUrl: email.logoUrl }),
      ...(email?.magicLinkTemplate !== undefined && { magicLinkTemplate: email.magicLinkTemplate }),
      ...(email?.templateId !== undefined && { templateId: email.templateId }),
      ...(email?.templateVariables !== undefined && { templateVariables: email.templateVariables }),
    },
    smsCustomizationParams: { ...settings.smsCustomizationParams, ...sms },
    oauthClientIds: { ...settings.oauthClientIds, ...changes.oauthClientIds },
  };
  const kept = withoutEmptyTexts(changed) as AuthProxySettings;
  checkSettings(kept);
  return kept;
}

function withoutEmptyTexts(value: object): object {
  const entries = Object.entries(value).filter(([, member]) => member !== '' && member !== undefined);
  return Object.fromEntries(
    entries.map(([name, member]) => [name, isPlain(member) ? withoutEmptyTexts(member) : member]),
  );
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rule of each member that is more than its shape. */
function checkSettings(settings: AuthProxySettings): void {
  const { allowedOrigins, emailCustomizationParams, smsCustomizationParams, smsOriginHost } = settings;
  const isAny = allowedOrigins.length === 1 && allowedOrigins[0] === '*';
  if (!isAny && !allowedOrigins.every(isSerializedOrigin)) {
    throw invalid('allowedOrigins', 'each must be an exact origin like https://app.example.com, or the list * alone');
  }
  const { logoUrl, magicLinkTemplate } = emailCustomizationParams;
  if (logoUrl !== undefined && !isLogoUrl(logoUrl))
    throw invalid('emailCustomizationParams.logoUrl', 'must be an https URL');
  const linkFault = magicLinkTemplate && faultOfMagicLink(magicLinkTemplate, settings);
  if (linkFault) throw invalid('emailCustomizationParams.magicLinkTemplate', linkFault);
  const { template } = smsCustomizationParams;
  if (template !== undefined && !isSmsTemplate(template)) {
    throw invalid(
      'smsCustomizationParams.template',
      'must hold {{.OtpCode}} once, no other braces, at most 300 characters',
    );
  }
  if (smsOriginHost !== undefined && !isHost(smsOriginHost)) {
    throw invalid('smsOriginHost', 'must be a host name');
  }
  if (settings.maxSessionSeconds < settings.sessionExpirationSeconds) {
    throw invalid('maxSessionSeconds', 'must be at least sessionExpirationSeconds');
  }
  for (const code of Object.values(settings.smsCountries).flat()) {
    if (callingCodeOf(`+${code}`) !== code)
      throw invalid('smsCountries', `names ${code}, which is nobody's calling code`);
  }
  const fault = faultOfIssuers(settings);
  if (fault) throw invalid(fault.field, fault.message);
  for (const name of ['loginUrl', 'recoveryUrl'] as const) {
    const url = settings[name];
    const pageFault = url && faultOfAppPage(url, settings);
    if (pageFault) throw invalid(name, pageFault);
  }
  const { supportContact } = settings;
  if (supportContact !== undefined && !isEmail(supportContact) && !isLogoUrl(supportContact))
    throw invalid('supportContact', 'must be one e-mail address or an https URL');
  for (const name of ['sendFromEmailAddress', 'replyToEmailAddress'] as const) {
    const address = settings[name];
    if (address !== undefined && !isEmail(address)) throw invalid(name, 'must be one e-mail address');
  }
}

/**
 * Checks that a captcha can be shown and verified.
 *
 * @throws {RefusedError} PROXY_CONFIG_INVALID with the member that is missing
 */
export function checkCaptcha(
  { captchaEnabled, turnstileSiteKey }: AuthProxySettings,
  secretKey: 'there' | 'absent',
): void {
  if (!captchaEnabled) return;
  if (turnstileSiteKey === undefined) throw invalid('turnstileSiteKey', 'is missing, and captchaEnabled needs it');
  if (secretKey === 'absent') throw invalid('turnstileSecretKey', 'is missing, and captchaEnabled needs it');
}

/**
 * Checks that a change leaves people a way to log in, where they had one.
 *
 * @param hasApps - whether they log in by an OAuth 2.0 app beside what the configuration names
 * @throws {RefusedError} PROXY_CONFIG_INVALID
 */
export function checkWayIn(before: AuthProxySettings, after: AuthProxySettings, hasApps: boolean): void {
  if (hasApps || hasWayIn(after) || !hasWayIn(before)) return;
  throw invalid('allowedAuthMethods', 'must name a way to log in while the auth proxy is on and no provider is set');
}

const hasWayIn = ({ allowedAuthMethods, oauthClientIds, oidcIssuers }: AuthProxySettings): boolean =>
  [allowedAuthMethods, oidcIssuers, ...Object.values(oauthClientIds)].some(
    (ways) => ways !== undefined && ways.length > 0,
  );

/** A browser fills a code in by the host alone: a port has no place there. @see Origin-bound one-time codes, 3.1 */
const isHost = (host: string): boolean => isSerializedOrigin(`https://${host}`) && !host.includes(':');

const invalid = (field: string, description: string) =>
  refused('PROXY_CONFIG_INVALID', { fieldViolations: [{ field, description }], about: `${field} ${description}` });

/** One place for the code, no other template syntax, and no control characters but line feeds. */
export const isSmsTemplate = (template: string): boolean =>
  template.length <= 300 &&
  template.split('{{.OtpCode}}').length === 2 &&
  !/[{}]/.test(template.replace('{{.OtpCode}}', '')) &&
  !/(?!\n)[\p{Cc}\u2028\u2029]/u.test(template);

function isEmail(address: string): boolean {
  try {
    return canonicalEmail(address) !== '';
  } catch {
    return false;
  }
}
