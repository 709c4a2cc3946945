import { approveActivity, rejectActivity } from './activities.js';
import { getActivity, listActivities } from './activities.queries.js';
import { disableAuthProxy, enableAuthProxy, getAuthProxyConfig, updateAuthProxyConfig } from './authProxy.js';
import { createApiKeys, deleteApiKeys } from './credentials.js';
import { createSubOrganization } from './organizations.js';
import { listSuborgs, listVerifiedSuborgs } from './organizations.queries.js';
import { initOtp, otpLogin, verifyOtp } from './otp.js';
import {
  proxyAccount,
  proxyOtpInit,
  proxyOtpLogin,
  proxyOtpVerify,
  proxySignup,
  proxyWalletKitClientParams,
  proxyWalletKitConfig,
} from './proxy.js';
import { proxyOauth2Authenticate, proxyOauthLogin } from './proxyOauth.js';
import { stampLogin } from './sessions.js';
import { signRawPayload } from './signing.js';
import { getUser, whoami } from './users.queries.js';
import { createWallet, createWalletAccounts } from './wallets.js';
import { listWalletAccounts, listWallets } from './wallets.queries.js';

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
