export { approveActivity, rejectActivity } from './contract/activities.js';
export { getActivity, listActivities } from './contract/activities.queries.js';
export type { Activity, ActivityStatus, Vote } from './contract/activities.records.js';
export { disableAuthProxy, enableAuthProxy, updateAuthProxyConfig } from './contract/authProxy.js';
export { getAuthProxyConfig } from './contract/authProxy.queries.js';
export type { AuthProxyConfigChanges, AuthProxySettings } from './contract/authProxy.records.js';
export { canonicalContact, canonicalEmail, canonicalPhone, type OtpType } from './contract/contact.js';
export { createApiKeys, deleteApiKeys } from './contract/credentials.js';
export type { Action, FreshLogin, From, ProxyUser, Resource, Right } from './contract/facts.js';
export { createSubOrganization } from './contract/organizations.js';
export { listSuborgs, listVerifiedSuborgs } from './contract/organizations.queries.js';
export { initOtp, otpLogin, verifyOtp } from './contract/otp.js';
export {
  proxyAccount,
  proxyOtpInit,
  proxyOtpLogin,
  proxyOtpVerify,
  proxySignup,
  proxyWalletKitClientParams,
  proxyWalletKitConfig,
} from './contract/proxy.js';
export { proxyOauth2Authenticate, proxyOauthLogin } from './contract/proxyOauth.js';
export { ActivityShapeError, type ReadActivity, readActivity } from './contract/readActivity.js';
export { type RefusalBody, readRefusal, writeRefusalBody } from './contract/refusalBody.js';
export {
  type FieldViolation,
  type RefusalCode,
  type RefusalDetails,
  RefusedError,
  refusals,
  refused,
} from './contract/refusals.js';
export { refusalsOf } from './contract/refusalsOf.js';
export type {
  ActivityRow,
  ActivityVersion,
  ActivityVersions,
  AnswerOf,
  NewestOf,
  Operation,
  ProxyRow,
  QueryRow,
  RequestOf,
  Schema,
} from './contract/row.js';
export { activityRows, proxyRows, queryRows } from './contract/rows.js';
export { stampLogin } from './contract/sessions.js';
export type {
  AddressFormat,
  ApiKey,
  ApiKeyParams,
  ClientSignature,
  Curve,
  User,
  Wallet,
  WalletAccount,
  WalletAccountParams,
  WalletParams,
} from './contract/shapes.js';
export { signRawPayload } from './contract/signing.js';
export { JsonError, maxJsonDepth, readStrictJson } from './contract/strictJson.js';
export { getUser, whoami } from './contract/users.queries.js';
export { createWallet, createWalletAccounts } from './contract/wallets.js';
export { listWalletAccounts, listWallets } from './contract/wallets.queries.js';
