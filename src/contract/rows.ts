import { approveActivity, getActivity, listActivities, rejectActivity } from './activities.js';
import { disableAuthProxy, enableAuthProxy, getAuthProxyConfig, updateAuthProxyConfig } from './authProxy.js';
import { createApiKeys, deleteApiKeys } from './credentials.js';
import { createSubOrganization, listSuborgs, listVerifiedSuborgs } from './organizations.js';
import { initOtp, otpLogin, verifyOtp } from './otp.js';
import {
  proxyAccount,
  proxyOauth2Authenticate,
  proxyOauthLogin,
  proxyOtpInit,
  proxyOtpLogin,
  proxyOtpVerify,
  proxySignup,
  proxyWalletKitClientParams,
  proxyWalletKitConfig,
} from './proxy.js';
import { stampLogin } from './sessions.js';
import { signRawPayload } from './signing.js';
import { getUser, whoami } from './users.js';
import { createWallet, createWalletAccounts, listWalletAccounts, listWallets } from './wallets.js';

/**
 * Every row, by kind: what a service must answer. It has a handler for each, or it does not compile. Clients import single
 * rows instead, so that an app bundles only those it uses.
 */
export const activityRows = {
  approveActivity,
  createApiKeys,
  createSubOrganization,
  createWallet,
  createWalletAccounts,
  deleteApiKeys,
  disableAuthProxy,
  enableAuthProxy,
  initOtp,
  otpLogin,
  rejectActivity,
  signRawPayload,
  stampLogin,
  updateAuthProxyConfig,
  verifyOtp,
};

export const queryRows = {
  getActivity,
  getAuthProxyConfig,
  getUser,
  listActivities,
  listSuborgs,
  listVerifiedSuborgs,
  listWalletAccounts,
  listWallets,
  whoami,
};

export const proxyRows = {
  proxyAccount,
  proxyOauth2Authenticate,
  proxyOauthLogin,
  proxyOtpInit,
  proxyOtpLogin,
  proxyOtpVerify,
  proxySignup,
  proxyWalletKitClientParams,
  proxyWalletKitConfig,
};
