import type { proxyWalletKitConfig } from '../../../contract/proxy.js';
import type { AnswerProxy } from '../proxyCall.js';

/** Read from the configuration; names only what works. */
export const answerWalletKitConfig: AnswerProxy<typeof proxyWalletKitConfig> = async (_request, call) => {
  const { settings, configuration } = call;
  return {
    enabledProviders: [...settings.allowedAuthMethods],
    sessionExpirationSeconds: String(settings.sessionExpirationSeconds),
    organizationId: configuration.organization_id,
    otpAlphanumeric: settings.otpAlphanumeric,
    otpLength: String(settings.otpLength),
    otpExpirationSeconds: String(settings.otpExpirationSeconds),
    deviceTokens: true,
  };
};
