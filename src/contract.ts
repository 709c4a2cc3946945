export {
  type ApproveActivityParameters,
  type ApproveActivityResult,
  approveActivity,
  type RejectActivityParameters,
  type RejectActivityResult,
  rejectActivity,
} from './contract/activities.js';
export {
  type GetActivityRequest,
  type GetActivityResponse,
  getActivity,
  type ListActivitiesRequest,
  type ListActivitiesResponse,
  listActivities,
} from './contract/activities.queries.js';
export type { Activity, ActivityStatus, Vote } from './contract/activities.records.js';
export {
  type DisableAuthProxyParameters,
  type DisableAuthProxyResult,
  disableAuthProxy,
  type EnableAuthProxyParameters,
  type EnableAuthProxyResult,
  enableAuthProxy,
  type UpdateAuthProxyConfigParameters,
  type UpdateAuthProxyConfigResult,
  updateAuthProxyConfig,
} from './contract/authProxy.js';
export {
  type GetAuthProxyConfigRequest,
  type GetAuthProxyConfigResponse,
  getAuthProxyConfig,
} from './contract/authProxy.queries.js';
export type { AuthProxyConfigChanges, AuthProxySettings } from './contract/authProxy.records.js';
export { canonicalContact, canonicalEmail, canonicalPhone, type OtpType } from './contract/contact.js';
export {
  type CreateApiKeysParameters,
  type CreateApiKeysResult,
  createApiKeys,
  type DeleteApiKeysParameters,
  type DeleteApiKeysResult,
  deleteApiKeys,
} from './contract/credentials.js';
export type { Action, FreshLogin, From, PolicyRoot, ProxyUser, Resource, Right } from './contract/facts.js';
export {
  type CreateSubOrganizationParameters,
  type CreateSubOrganizationParametersV7,
  type CreateSubOrganizationRefusal,
  type CreateSubOrganizationResult,
  createSubOrganization,
  type RemoveOrganizationFeatureParameters,
  type RemoveOrganizationFeatureResult,
  removeOrganizationFeature,
  type SetOrganizationFeatureParameters,
  type SetOrganizationFeatureResult,
  setOrganizationFeature,
  type UpdateOrganizationNameParameters,
  type UpdateOrganizationNameResult,
  type UpdateRootQuorumParameters,
  type UpdateRootQuorumResult,
  updateOrganizationName,
  updateRootQuorum,
} from './contract/organizations.js';
export {
  type GetOrganizationConfigsRequest,
  type GetOrganizationConfigsResponse,
  getOrganizationConfigs,
  type ListSuborgsRequest,
  type ListSuborgsResponse,
  type ListVerifiedSuborgsRequest,
  type ListVerifiedSuborgsResponse,
  listSuborgs,
  listVerifiedSuborgs,
} from './contract/organizations.queries.js';
export type { Feature, FeatureName } from './contract/organizations.records.js';
export {
  type InitOtpParameters,
  type InitOtpResult,
  initOtp,
  type OtpLoginParameters,
  type OtpLoginResult,
  otpLogin,
  type VerifyOtpParameters,
  type VerifyOtpResult,
  verifyOtp,
} from './contract/otp.js';
export {
  type ProxyAccountRequest,
  type ProxyAccountResponse,
  type ProxyOtpInitRequest,
  type ProxyOtpInitResponse,
  type ProxyOtpLoginRequest,
  type ProxyOtpLoginResponse,
  type ProxyOtpVerifyRequest,
  type ProxyOtpVerifyResponse,
  type ProxySignupRefusal,
  type ProxySignupRequest,
  type ProxySignupResponse,
  proxyAccount,
  proxyOtpInit,
  proxyOtpLogin,
  proxyOtpVerify,
  proxySignup,
} from './contract/proxy.js';
export {
  type ProxyWalletKitClientParamsRequest,
  type ProxyWalletKitClientParamsResponse,
  type ProxyWalletKitConfigRequest,
  type ProxyWalletKitConfigResponse,
  proxyWalletKitClientParams,
  proxyWalletKitConfig,
} from './contract/proxyConfig.js';
export {
  type ProxyOauth2AuthenticateRequest,
  type ProxyOauth2AuthenticateResponse,
  type ProxyOauthLoginRequest,
  type ProxyOauthLoginResponse,
  proxyOauth2Authenticate,
  proxyOauthLogin,
} from './contract/proxyOauth.js';
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
export { type StampLoginParameters, type StampLoginResult, stampLogin } from './contract/sessions.js';
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
export {
  type SignRawPayloadParameters,
  type SignRawPayloadResult,
  type SignRawPayloadsParameters,
  type SignRawPayloadsResult,
  type SignTransactionParameters,
  type SignTransactionResult,
  signRawPayload,
  signRawPayloads,
  signTransaction,
  type TransactionType,
} from './contract/signing.js';
export { JsonError, maxJsonDepth, readStrictJson } from './contract/strictJson.js';
export {
  type GetUserRequest,
  type GetUserResponse,
  getUser,
  type WhoamiRequest,
  type WhoamiResponse,
  whoami,
} from './contract/users.queries.js';
export {
  type CreateWalletAccountsParameters,
  type CreateWalletAccountsResult,
  type CreateWalletParameters,
  type CreateWalletResult,
  createWallet,
  createWalletAccounts,
} from './contract/wallets.js';
export {
  type ListWalletAccountsRequest,
  type ListWalletAccountsResponse,
  type ListWalletsRequest,
  type ListWalletsResponse,
  listWalletAccounts,
  listWallets,
} from './contract/wallets.queries.js';
