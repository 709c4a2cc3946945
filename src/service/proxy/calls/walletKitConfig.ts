import { languages } from '../../../contract/language.js';
import type { proxyWalletKitConfig } from '../../../contract/proxyConfig.js';
import { defaultSettings } from '../../configuration/authProxySettings.js';
import type { AnswerProxy } from '../proxyCall.js';

/** Read from the configuration; names only what works. The name that every configuration begins with is ours, not the app's. */
export const answerWalletKitConfig: AnswerProxy<typeof proxyWalletKitConfig> = async (_request, call) => {
  const { settings, configuration } = call;
  const { appName, logoUrl } = settings.emailCustomizationParams;
  return {
    enabledProviders: [...settings.allowedAuthMethods],
    sessionExpirationSeconds: String(settings.sessionExpirationSeconds),
    organizationId: configuration.organization_id,
    otpAlphanumeric: settings.otpAlphanumeric,
    otpLength: String(settings.otpLength),
    otpExpirationSeconds: String(settings.otpExpirationSeconds),
    deviceTokens: true,
    ...(settings.passkeyUserVerification === 'required' && { passkeyUserVerification: 'required' as const }),
    languages: [...languages],
    ...(appName !== defaultSettings.emailCustomizationParams.appName && { appName }),
    ...(logoUrl !== undefined && { logoUrl }),
  };
};
