import { proxyRows } from '../../../src/contract/rows.js';

/** What a call is asked, in a form that its row takes. */
export const requests: Record<keyof typeof proxyRows, object> = {
  proxyAccount: { filterType: 'PUBLIC_KEY', filterValue: `02${'11'.repeat(32)}` },
  proxyOauth2Authenticate: {
    provider: 'OAUTH2_PROVIDER_X',
    authCode: 'code',
    redirectUri: 'https://app.example.com',
    codeVerifier: 'verifier',
    nonce: 'nonce',
    clientId: 'client',
  },
  proxyOauthLogin: { oidcToken: 'token', publicKey: `02${'11'.repeat(32)}` },
  proxyOtpInit: { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' },
  proxyOtpLogin: { verificationToken: 'token', publicKey: `02${'11'.repeat(32)}` },
  proxyOtpVerify: { otpId: '0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e', otpCode: '000000' },
  proxySignup: {
    apiKeys: [
      {
        apiKeyName: 'Key',
        publicKey: '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
        curveType: 'API_KEY_CURVE_P256',
      },
    ],
    authenticators: [],
    oauthProviders: [],
  },
  proxyWalletKitClientParams: {},
  proxyWalletKitConfig: {},
};

/** Every call of the auth proxy: its path, and a body that its row takes. */
export const everyCall = Object.entries(proxyRows).map(([name, { path }]) => ({
  path,
  body: JSON.stringify(requests[name as keyof typeof proxyRows]),
}));
