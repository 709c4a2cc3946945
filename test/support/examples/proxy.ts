import type { RequestOf } from '../../../src/contract/row.js';
import { proxyRows } from '../../../src/contract/rows.js';
import { absentId, apiKeyOf } from '../parties.js';

type Requests = { readonly [Name in keyof typeof proxyRows]: RequestOf<(typeof proxyRows)[Name]> };

const publicKey = `02${'11'.repeat(32)}`;

const signup = {
  apiKeys: [apiKeyOf({ publicKey: '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' })],
  authenticators: [],
  oauthProviders: [],
};

/** A valid request for each call of the auth proxy. */
export const requests: Requests = {
  proxyAccount: { filterType: 'PUBLIC_KEY', filterValue: publicKey },
  proxyOauth2Authenticate: {
    provider: 'OAUTH2_PROVIDER_X',
    authCode: 'code',
    redirectUri: 'https://app.example.com',
    codeVerifier: 'verifier',
    nonce: 'nonce',
    clientId: 'client',
  },
  proxyOauthLogin: { oidcToken: 'token', publicKey },
  proxyOtpInit: { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' },
  proxyOtpInitV2: { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' },
  proxyOtpLogin: { verificationToken: 'token', publicKey },
  proxyOtpLoginV2: {
    verificationToken: 'token',
    publicKey,
    clientSignature: {
      publicKey,
      scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256',
      message: '{}',
      signature: '11'.repeat(64),
    },
  },
  proxyOtpVerify: { otpId: absentId, otpCode: '000000' },
  proxyOtpVerifyV2: { otpId: absentId, encryptedOtpBundle: '{}' },
  proxySignup: signup,
  proxySignupV2: signup,
  proxyWalletKitClientParams: {},
  proxyWalletKitConfig: {},
};

/** Every call of the auth proxy: its path, and a valid body. */
export const everyCall = Object.entries(proxyRows).map(([name, { path }]) => ({
  path,
  body: JSON.stringify(requests[name as keyof Requests]),
}));
