import { languages } from '../../../contract/language.js';
import type { FeatureName } from '../../../contract/organizations.records.js';
import type { proxyWalletKitClientParams, proxyWalletKitConfig } from '../../../contract/proxyConfig.js';
import { defaultSettings } from '../../configuration/authProxySettings.js';
import { readOauth2Apps } from '../../configuration/oauth2Apps.js';
import { issuersOf } from '../../identity/issuers.js';
import { oauth2Names } from '../../identity/oauth2Providers.js';
import type { Oauth2Name } from '../../tools.js';
import type { AnswerProxy, ProxyCall } from '../proxyCall.js';
import { siteKeyOn } from '../siteKeyOn.js';

/** Read from the configuration; names only what works. The name that every configuration begins with is ours, not the app's. */
export const answerWalletKitConfig: AnswerProxy<typeof proxyWalletKitConfig> = async (_request, call) => {
  const { settings, configuration } = call;
  const { appName, logoUrl } = settings.emailCustomizationParams;
  const { oauthClientIds, oidcIssuers, oauthRedirectUrls, supportContact } = settings;
  const apps = appsOn(call);
  const clientIds = [
    ...firstOfEach(oauthClientIds),
    ...apps.map(({ name, clientId }): [string, string] => [name, clientId]),
  ];
  const endpoints = apps.flatMap(({ name }) => {
    const replaced = call.oauth2Endpoints[name];
    return replaced ? [[name, replaced.authorization] as const] : [];
  });
  const [oauthRedirectUrl] = oauthRedirectUrls;
  return {
    enabledProviders: [...methodsOn(call), ...issuersOf(settings).map(({ id }) => id), ...apps.map(({ name }) => name)],
    sessionExpirationSeconds: String(settings.sessionExpirationSeconds),
    organizationId: configuration.organization_id,
    otpAlphanumeric: settings.otpAlphanumeric,
    otpLength: String(settings.otpLength),
    otpExpirationSeconds: String(settings.otpExpirationSeconds),
    deviceTokens: true,
    ...(settings.otpEncryption && { otpEncryption: true }),
    ...siteKeyOn(call),
    ...(settings.passkeyUserVerification === 'required' && { passkeyUserVerification: 'required' as const }),
    languages: [...languages],
    appProofs: true,
    ...(clientIds.length > 0 && { oauthClientIds: Object.fromEntries(clientIds) }),
    ...(endpoints.length > 0 && { oauth2AuthorizationEndpoints: Object.fromEntries(endpoints) }),
    ...(oauthRedirectUrl !== undefined && { oauthRedirectUrl, oauthRedirectUrls: [...oauthRedirectUrls] }),
    ...(oidcIssuers.length > 0 && {
      oidcIssuers: oidcIssuers.map(({ clientIds: [clientId = ''], ...issuer }) => ({ ...issuer, clientId })),
    }),
    ...(appName !== defaultSettings.emailCustomizationParams.appName && { appName }),
    ...(logoUrl !== undefined && { logoUrl }),
    ...(supportContact !== undefined && { supportContact }),
  };
};

/** The allowed methods, without codes that the organization has disabled. */
function methodsOn({ settings, configuration }: Pick<ProxyCall, 'settings' | 'configuration'>): readonly string[] {
  const features = JSON.parse(configuration.features) as { readonly [name: string]: string | null };
  return settings.allowedAuthMethods.filter((method) => features[featureOf[method] ?? ''] !== null);
}

const featureOf: { readonly [method: string]: FeatureName } = {
  email: 'FEATURE_NAME_OTP_EMAIL_AUTH',
  sms: 'FEATURE_NAME_SMS_AUTH',
};

/** The newest app at each provider whose codes the service exchanges: none without a public URL to issue tokens. */
function appsOn({ configuration, publicUrl }: ProxyCall): { readonly name: Oauth2Name; readonly clientId: string }[] {
  if (publicUrl === undefined) return [];
  const apps = new Map(
    readOauth2Apps(configuration).map(({ provider, clientId }) => [oauth2Names[provider], clientId]),
  );
  return [...apps].map(([name, clientId]) => ({ name, clientId }));
}

/** The client id of the web page, of each provider that has one. */
function firstOfEach(clientIds: Readonly<Record<string, readonly string[] | undefined>>): [string, string][] {
  const first = Object.entries(clientIds).map(([provider, ids]): [string, string | undefined] => [provider, ids?.[0]]);
  return first.filter((entry): entry is [string, string] => entry[1] !== undefined);
}

/** Public clients ask before they start. */
export const answerWalletKitClientParams: AnswerProxy<typeof proxyWalletKitClientParams> = async (_request, call) =>
  siteKeyOn(call);
