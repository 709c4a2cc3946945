export * from './contract/activities.js';
export * from './contract/activities.queries.js';
export type { Activity, ActivityStatus, Vote } from './contract/activities.records.js';
export * from './contract/authenticators.js';
export * from './contract/authenticators.queries.js';
export * from './contract/authProxy.js';
export * from './contract/authProxy.queries.js';
export type { AuthProxyConfigChanges, AuthProxySettings } from './contract/authProxy.records.js';
export { canonicalContact, canonicalEmail, canonicalPhone, type OtpType } from './contract/contact.js';
export * from './contract/contracts.js';
export * from './contract/contracts.queries.js';
export * from './contract/credentials.js';
export * from './contract/credentials.queries.js';
export * from './contract/emailTemplates.js';
export * from './contract/emailTemplates.queries.js';
export type {
  EmailTemplate,
  EmailTemplateKind,
  EmailTemplateSummary,
  EmailTemplateText,
} from './contract/emailTemplates.records.js';
export * from './contract/exports.js';
export type {
  Action,
  AttestedStamps,
  FreshLogin,
  From,
  PolicyRoot,
  ProxyUser,
  RecoveryKeys,
  Resource,
  Right,
} from './contract/facts.js';
export * from './contract/imports.js';
export * from './contract/invitations.js';
export * from './contract/invitations.queries.js';
export type { Invitation, InvitationStatus } from './contract/invitations.records.js';
export * from './contract/loginState.queries.js';
export type {
  FoundBy,
  FoundUser,
  LoginMethod,
  LoginMethodName,
  LoginReason,
  LoginReasonCode,
  LoginReasonScope,
  LoginRefusal,
  LoginTrace,
} from './contract/loginState.records.js';
export * from './contract/mailKeys.js';
export * from './contract/messages.js';
export * from './contract/messages.queries.js';
export type {
  EmailTemplateFault,
  MessageChannel,
  MessageKind,
  MessageRecord,
  MessageState,
} from './contract/messages.records.js';
export * from './contract/oauth.js';
export * from './contract/oauth.queries.js';
export * from './contract/oauth2.js';
export * from './contract/oauth2.queries.js';
export type { Oauth2Credential, Oauth2Provider } from './contract/oauth2.records.js';
export * from './contract/organizations.js';
export * from './contract/organizations.queries.js';
export type { Feature, FeatureName } from './contract/organizations.records.js';
export * from './contract/otp.js';
export * from './contract/otpAuth.js';
export * from './contract/policies.js';
export * from './contract/policies.queries.js';
export type {
  ActivityPolicyEvaluation,
  DecidingPart,
  EvaluatedPolicy,
  Policy,
  PolicyOutcome,
  PolicyText,
} from './contract/policies.records.js';
export * from './contract/policyCases.js';
export * from './contract/policyCases.queries.js';
export type {
  ActivityOutcome,
  EditedPolicyFault,
  OutcomeUnderPolicies,
  PolicyCase,
  SimulatedActivity,
  SimulatedOutcome,
  WrittenActivity,
  WrittenPolicyCase,
} from './contract/policyCases.records.js';
export * from './contract/privateKeys.js';
export * from './contract/privateKeys.queries.js';
export * from './contract/proofs.queries.js';
export type { WireAppProof, WireBootProof } from './contract/proofs.records.js';
export * from './contract/proxy.js';
export * from './contract/proxyConfig.js';
export * from './contract/proxyOauth.js';
export * from './contract/proxyV2.js';
export { ActivityShapeError, type ReadActivity, readActivity } from './contract/readActivity.js';
export { readRefusal } from './contract/readRefusal.js';
export { type RefusalBody, writeRefusalBody } from './contract/refusalBody.js';
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
export * from './contract/sessions.js';
export type {
  AddressFormat,
  ApiKey,
  ApiKeyParams,
  ClientSignature,
  Curve,
  Tag,
  User,
  Wallet,
  WalletAccount,
  WalletAccountParams,
  WalletParams,
} from './contract/shapes.js';
export * from './contract/signing.js';
export * from './contract/statistics.queries.js';
export { JsonError, maxJsonDepth, readStrictJson } from './contract/strictJson.js';
export * from './contract/subOrganizations.js';
export * from './contract/testLogin.queries.js';
export * from './contract/tvc.js';
export * from './contract/tvc.queries.js';
export type {
  TvcApp,
  TvcAppStatus,
  TvcContainerSpec,
  TvcDeployment,
  TvcOperator,
  TvcOperatorApproval,
  TvcOperatorSet,
} from './contract/tvc.records.js';
export * from './contract/tvcDeployments.js';
export * from './contract/userContacts.js';
export * from './contract/users.js';
export * from './contract/users.queries.js';
export * from './contract/userTags.js';
export * from './contract/wallets.js';
export * from './contract/wallets.queries.js';
export * from './contract/webhooks.js';
export * from './contract/webhooks.queries.js';
export type { WebhookDelivery, WebhookEndpointData, WebhookSubscriptionParams } from './contract/webhooks.records.js';
