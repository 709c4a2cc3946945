import type { proxyRows } from '../../contract/rows.js';
import { answerAccount } from './calls/account.js';
import { answerOauth2Authenticate, answerOauthLogin } from './calls/oauth.js';
import { answerOtpInit, answerOtpInitV2 } from './calls/otpInit.js';
import { answerOtpLogin, answerOtpLoginV2 } from './calls/otpLogin.js';
import { answerOtpVerify, answerOtpVerifyV2 } from './calls/otpVerify.js';
import { answerSignup, answerSignupV2 } from './calls/signup.js';
import { answerWalletKitClientParams, answerWalletKitConfig } from './calls/walletKitConfig.js';
import type { AnswerProxy } from './proxyCall.js';

/** One answer for each proxy call of the contract: a row without one does not compile. */
export const proxyAnswers: { readonly [Name in keyof typeof proxyRows]: AnswerProxy<(typeof proxyRows)[Name]> } = {
  proxyAccount: answerAccount,
  proxyOauth2Authenticate: answerOauth2Authenticate,
  proxyOauthLogin: answerOauthLogin,
  proxyOtpInit: answerOtpInit,
  proxyOtpInitV2: answerOtpInitV2,
  proxyOtpLogin: answerOtpLogin,
  proxyOtpLoginV2: answerOtpLoginV2,
  proxyOtpVerify: answerOtpVerify,
  proxyOtpVerifyV2: answerOtpVerifyV2,
  proxySignup: answerSignup,
  proxySignupV2: answerSignupV2,
  proxyWalletKitClientParams: answerWalletKitClientParams,
  proxyWalletKitConfig: answerWalletKitConfig,
};
