export { ActivityPendingError } from './client/activityPendingError.js';
export { AnswerError } from './client/answerError.js';
export { call } from './client/call.js';
export {
  CaptchaError,
  type CaptchaErrorCode,
  type CaptchaToSolve,
  type GetCaptchaToken,
  type SendWithCaptcha,
  type TurnstileOptions,
} from './client/captcha/captcha.js';
export { solveCaptchas } from './client/captcha/solveCaptchas.js';
export { turnstileToken } from './client/captcha/turnstileToken.js';
export type { Chain, EthereumChain, SolanaChain } from './client/chains.js';
export { type Client, createClient } from './client/createClient.js';
export { type AuthorizedFetch, type AuthorizedFetchOptions, authorizedFetch } from './client/flows/authorizedFetch.js';
export type { ProvedContact } from './client/flows/changeContact.js';
export { type LinkRequest, takeEmailLink } from './client/flows/emailLink.js';
export type { ExportedMnemonic, KeyOptions } from './client/flows/exportSecrets.js';
export type {
  MnemonicToImport,
  PrivateKeyToImport,
  SecretText,
  TransferOptions,
} from './client/flows/importSecrets.js';
export type { TypedCode } from './client/flows/loginWithOtp.js';
export type { Me } from './client/flows/me.js';
export type { RefreshOptions } from './client/flows/refreshSession.js';
export type { SentOtp } from './client/flows/requestOtp.js';
export type {
  AuthorizationToSign,
  MessageToSign,
  SignedAuthorization,
  TypedData,
  TypedDataToSign,
  WalletSignature,
} from './client/flows/signing.js';
export type { KitNotice } from './client/framing.js';
export { LinkError, type LinkErrorCode } from './client/links/linkError.js';
export type { OpenedOrPasted } from './client/links/logInByLink.js';
export type { RecoveredAccount, RecoveryOptions } from './client/links/recover.js';
export type { LinkToSend, SendLink, SentLink } from './client/links/requestLink.js';
export { connectProvider } from './client/oauth/connectProvider.js';
export { inAppBrowser } from './client/oauth/inAppBrowser.js';
export { completeOauthLogin, loginWithOauth } from './client/oauth/loginWithOauth.js';
export {
  type CompletedOauth,
  type ConnectProviderOptions,
  OauthError,
  type OauthErrorCode,
  type OauthLogin,
} from './client/oauth/oauthLogin.js';
export { prepareOauth } from './client/oauth/prepareOauth.js';
export type { PasskeyModel } from './client/passkeys/models.js';
export type {
  AddPasskeyOptions,
  DialogOptions,
  PasskeyLoginOptions,
  RemovePasskeyOptions,
  SignUpOptions,
} from './client/passkeys/options.js';
export type { AddressProof, ToldAccount } from './client/proofs/addressProof.js';
export { UnprovedError, type UnprovedErrorCode } from './client/proofs/unprovedError.js';
export type { LogoutResult } from './client/session/leave.js';
export type { LogoutOptions } from './client/session/logout.js';
export { type ClientSettings, type ConfirmSignatures, SettingsError, type Trust } from './client/settings.js';
export type { HeldSecret } from './client/transfer/heldSecret.js';
export type { PrivateKeyForm } from './client/transfer/privateKeyText.js';
export { TransferError, type TransferErrorCode } from './client/transfer/transferError.js';
export { turnkeyTrust } from './client/turnkeyTrust.js';
export { UnreachableError } from './client/unreachableError.js';
export { defaultWallet } from './client/wallet.js';
export { AccountPanel } from './components/account/AccountPanel.js';
export type { AccountPanelProps } from './components/account/accountPanelProps.js';
export { ActivitySentence } from './components/approvals/ActivitySentence.js';
export { ApprovalsInbox } from './components/approvals/ApprovalsInbox.js';
export type { ActivitySentenceProps, ApprovalsInboxProps } from './components/approvals/approvalsInboxProps.js';
export { WalletDialogs, type WalletDialogsProps } from './components/confirm/WalletDialogs.js';
export type { AccountMessageChanges, AccountMessages } from './components/english/accountMessages.js';
export type {
  ApprovalFacts,
  ApprovalMessageChanges,
  ApprovalMessages,
} from './components/english/approvalMessages.js';
export type {
  EmailLinkMessageChanges,
  EmailLinkMessages,
  RecoveryMessageChanges,
  RecoveryMessages,
} from './components/english/mailLinkMessages.js';
export type { ProofMessageChanges, ProofMessages } from './components/english/proofMessages.js';
export type { TransferMessageChanges, TransferMessages } from './components/english/transferMessages.js';
export type { WalletMessageChanges, WalletMessages } from './components/english/walletMessages.js';
export { LoggedIn, type LoggedInProps, LoggedOut } from './components/login/LoggedIn.js';
export { LoginButton, type LoginButtonProps } from './components/login/LoginButton.js';
export { LoginCard, type LoginCardProps } from './components/login/LoginCard.js';
export { LoginDialog, type LoginDialogProps } from './components/login/LoginDialog.js';
export type { SkinProps } from './components/login/LoginForm.js';
export { OauthScreen, type OauthScreenProps } from './components/login/OauthScreen.js';
export { OtpScreen, type OtpScreenProps } from './components/login/OtpScreen.js';
export { PasskeyScreen, type PasskeyScreenProps } from './components/login/PasskeyScreen.js';
export type { LoginMessageChanges, LoginMessages } from './components/loginMessages.js';
export {
  EmailLinkScreen,
  type EmailLinkScreenProps,
  type LinkScreenProps,
  RecoveryScreen,
  type RecoveryScreenProps,
} from './components/mailLink/EmailLinkScreen.js';
export type { OtpMessageChanges, OtpMessages, ProblemFacts } from './components/otpMessages.js';
export { PasskeyOffer } from './components/passkey/PasskeyOffer.js';
export type { PasskeyOfferMessageChanges, PasskeyOfferMessages } from './components/passkey/passkeyOfferMessages.js';
export type { PasskeyOfferProps } from './components/passkey/passkeyOfferProps.js';
export { ProofBadge } from './components/proof/ProofBadge.js';
export type { ProofBadgeProps } from './components/proof/proofBadgeProps.js';
export type { Part } from './components/theme.js';
export { ExportWalletScreen } from './components/transfer/ExportWalletScreen.js';
export { ImportWalletScreen } from './components/transfer/ImportWalletScreen.js';
export type {
  ExportWalletScreenProps,
  ImportedSecret,
  ImportWalletScreenProps,
  SecretToExport,
} from './components/transfer/transferProps.js';
export { ReceiveScreen } from './components/wallet/ReceiveScreen.js';
export { SendScreen } from './components/wallet/SendScreen.js';
export { WalletHome } from './components/wallet/WalletHome.js';
export type {
  ReceiveScreenProps,
  SendOptions,
  SendScreenProps,
  WalletHomeProps,
  WalletScreenProps,
} from './components/wallet/walletProps.js';
export type { BrowserNames } from './contract/browserNames.js';
export type { CodeForm } from './contract/codeForm.js';
export type { LinkPurpose } from './contract/linkParameters.js';
export { RefusedError } from './contract/refusals.js';
export { LatchkeyError } from './errors.js';
export {
  type LoggedInPlace,
  useChangeContact,
  useConfirmLogin,
  useLoggedInPlaces,
} from './hooks/account.js';
export * from './hooks/activities.js';
export { type Approvals, type ApprovalsOptions, useActivity, useApprovals } from './hooks/approvals.js';
export * from './hooks/authenticators.js';
export * from './hooks/authProxy.js';
export { walletKitConfigQueryOptions } from './hooks/configQuery.js';
export {
  type ConnectedProvider,
  type ConnectedProviders,
  type ConnectProviderResult,
  useConnectedProviders,
  useConnectProvider,
} from './hooks/connectedProviders.js';
export { ProviderError, useLatchkey } from './hooks/context.js';
export * from './hooks/contracts.js';
export * from './hooks/credentials.js';
export { useLoginWithEmailLink, useRecoverAccount, useRequestEmailLink } from './hooks/emailLink.js';
export * from './hooks/emailTemplates.js';
export {
  type AccountKeyRequest,
  type PrivateKeyRequest,
  useExportPrivateKey,
  useExportWallet,
  useExportWalletAccount,
} from './hooks/exportSecrets.js';
export * from './hooks/exports.js';
export type {
  ActivityHook,
  HookError,
  MutationHookOptions,
  ProxyHook,
  QueryHook,
  QueryHookOptions,
  SubmitHookOptions,
} from './hooks/hookTypes.js';
export { useImportPrivateKey, useImportWallet } from './hooks/importSecrets.js';
export * from './hooks/imports.js';
export * from './hooks/invitations.js';
export { LatchkeyProvider, type LatchkeyProviderProps } from './hooks/LatchkeyProvider.js';
export { useLogin } from './hooks/login.js';
export * from './hooks/mailKeys.js';
export * from './hooks/messages.js';
export * from './hooks/oauth.js';
export * from './hooks/oauth2.js';
export {
  type OauthHookError,
  type OauthLoginHookOptions,
  type OauthLoginOptions,
  type OauthLoginResult,
  useLoginWithOauth,
} from './hooks/oauthLogin.js';
export * from './hooks/organizations.js';
export * from './hooks/otp.js';
export {
  type PasskeyAutofillOptions,
  useAddPasskey,
  useLoginWithPasskey,
  usePasskeyAutofill,
  usePasskeySupport,
  usePasskeys,
  useRemovePasskey,
  useSignUpWithPasskey,
} from './hooks/passkeys.js';
export { type Passkey, passkeysQueryOptions } from './hooks/passkeysQuery.js';
export * from './hooks/policies.js';
export * from './hooks/privateKeys.js';
export * from './hooks/proofs.js';
export * from './hooks/proxy.js';
export {
  userQueryOptions,
  type WalletAccountsRequest,
  walletAccountsQueryOptions,
  walletsQueryOptions,
} from './hooks/queries.js';
export type { QueryKey } from './hooks/queryKeys.js';
export { type AnswerOptions, rowQueryOptions } from './hooks/rowQueryOptions.js';
export type { ScreenError } from './hooks/screenError.js';
export * from './hooks/sessions.js';
export * from './hooks/signing.js';
export * from './hooks/statistics.js';
export * from './hooks/tvc.js';
export { type PasskeyOfferOptions, type PasskeyOfferState, usePasskeyOffer } from './hooks/usePasskeyOffer.js';
export * from './hooks/users.js';
export { type SessionView, useSession } from './hooks/useSession.js';
export type { TransferHookOptions } from './hooks/useTransfer.js';
export * from './hooks/wallets.js';
export * from './hooks/webhooks.js';
export { codeCharacters, codeIn } from './login/codeText.js';
export { contactIn } from './login/contactText.js';
export { guessCountry, splitInternational } from './login/countryOf.js';
export { createLogin, type Login } from './login/createLogin.js';
export type { FollowConfig, LoginConfig } from './login/knownConfig.js';
export { type Countries, loadCountries } from './login/loadCountries.js';
export type { LoginError } from './login/loginError.js';
export type { LoginOptions, LoginTools } from './login/loginOptions.js';
export type { AtEveryStep, LoginAtCode, LoginAtContact, LoginState } from './login/loginState.js';
export type {
  ClickMethod,
  LoginMethod,
  MethodName,
  OauthMethod,
  OtpChannel,
  OtpMethod,
  PasskeyMethod,
  ProviderName,
} from './login/methods.js';
export { type Contact, isAboutWhatWasTyped, type LoginProblem } from './login/otpMachine.js';
export { type Country, type NamedCountry, type PhoneDraft, toE164 } from './login/phone.js';
export { groupDigits, regroupDigits } from './login/phoneGroups.js';
export { textedCode } from './login/textedCode.js';
export type { DescribedField, Description } from './reading/clearSigning/description.js';
export type { Descriptor } from './reading/clearSigning/descriptor.js';
export type { TransactionEffect } from './reading/effect.js';
export type { Token } from './reading/token.js';
export type { Session } from './sessions/session.js';
export { SessionError } from './sessions/sessionError.js';
export { PasskeyError } from './stampers/passkeyError.js';
export type { PasskeySupport } from './stampers/passkeySupport.js';
