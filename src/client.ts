// What these functions throw is one family, LatchkeyError, each with a stable `code`: RefusedError (the service refused the request),
// UnreachableError (no answer came), AnswerError (the answer is not valid), ActivityPendingError (not executed yet), SessionError (nobody
// is logged in, or storage is unavailable), TokenError and the other errors of latchkey/crypto, PasskeyError (no passkey answered),
// LinkError (a link from an e-mail does not work), UnprovedError (an address does not verify), SettingsError. The one exception is the reason of an aborted signal.
export { ActivityPendingError, type ActivityPendingErrorCode } from './client/activityPendingError.js';
export { AnswerError, type AnswerErrorCode } from './client/answerError.js';
export type { QueryRequest } from './client/ask.js';
export { autoRefresh } from './client/autoRefresh.js';
export { type CallRequest, call } from './client/call.js';
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
export type { RequestOptions } from './client/exchange.js';
export { type AuthorizedFetch, type AuthorizedFetchOptions, authorizedFetch } from './client/flows/authorizedFetch.js';
export { changeContact, type ProvedContact } from './client/flows/changeContact.js';
export { confirmLogin } from './client/flows/confirmLogin.js';
export {
  completeEmailLink,
  type LinkRequest,
  loginWithEmailLink,
  prepareAccountRecovery,
  recoverAccount,
  requestEmailLink,
  takeEmailLink,
} from './client/flows/emailLink.js';
export {
  type ExportedMnemonic,
  exportAccountKey,
  exportKey,
  exportMnemonic,
  type KeyOptions,
} from './client/flows/exportSecrets.js';
export {
  importKey,
  importMnemonic,
  type MnemonicToImport,
  type PrivateKeyToImport,
  type SecretText,
  type TransferOptions,
} from './client/flows/importSecrets.js';
export { loginWithOtp, type TypedCode } from './client/flows/loginWithOtp.js';
export { loginWithPasskey, loginWithPasskeyAutofill } from './client/flows/loginWithPasskey.js';
export { type Me, me } from './client/flows/me.js';
export {
  addPasskey,
  passkeyModel,
  passkeySupport,
  preparePasskeys,
  removePasskey,
  signUpWithPasskey,
} from './client/flows/passkeys.js';
export { addressProof, verifyAddress } from './client/flows/proofs.js';
export { type RefreshOptions, refreshSession } from './client/flows/refreshSession.js';
export { requestOtp, type SentOtp } from './client/flows/requestOtp.js';
export {
  type AuthorizationToSign,
  type MessageToSign,
  type SignedAuthorization,
  signAuthorization,
  signMessage,
  signTypedData,
  type TypedData,
  type TypedDataToSign,
  type WalletSignature,
} from './client/flows/signing.js';
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
export type { SignerOptions } from './client/passkeys/namedSigner.js';
export type {
  AddPasskeyOptions,
  AutofillOptions,
  DialogOptions,
  PasskeyLoginOptions,
  RemovePasskeyOptions,
  SignUpOptions,
} from './client/passkeys/options.js';
export type { AddressProof, ProofToVerify, ToldAccount } from './client/proofs/addressProof.js';
export { UnprovedError, type UnprovedErrorCode } from './client/proofs/unprovedError.js';
export type { LogoutResult } from './client/session/leave.js';
export { type LogoutOptions, logout } from './client/session/logout.js';
export { type ClientSettings, type ConfirmSignatures, SettingsError, type Trust } from './client/settings.js';
export type { CallOptions } from './client/signer.js';
export { type SubmitOptions, type Submitted, submit } from './client/submit.js';
export type { HeldSecret } from './client/transfer/heldSecret.js';
export type { PrivateKeyForm } from './client/transfer/privateKeyText.js';
export { TransferError, type TransferErrorCode } from './client/transfer/transferError.js';
export { turnkeyTrust } from './client/turnkeyTrust.js';
export { UnreachableError, type UnreachableErrorCode } from './client/unreachableError.js';
export { defaultWallet } from './client/wallet.js';
export type { CodeForm } from './contract/codeForm.js';
export type { LinkPurpose } from './contract/linkParameters.js';
export { RefusedError } from './contract/refusals.js';
export { TokenError } from './crypto/jws.js';
export type { SigningKey } from './crypto/p256.js';
export { LatchkeyError } from './errors.js';
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
export type { Token } from './reading/token.js';
export { type KeyStore, memoryKeyStore } from './sessions/keyStore.js';
export { openKeyStore } from './sessions/openKeyStore.js';
export type { Session } from './sessions/session.js';
export { SessionError, type SessionErrorCode } from './sessions/sessionError.js';
export type { SessionStorage } from './sessions/sessionRecords.js';
export type { SessionState, SessionStore } from './sessions/sessionStore.js';
export { apiKeyStamper } from './stampers/apiKeyStamper.js';
export { type EthereumWallet, ed25519Stamper, ethereumStamper, secp256k1Stamper } from './stampers/curveStampers.js';
export { keyStamper } from './stampers/keyStamper.js';
export { PasskeyError, type PasskeyErrorCode } from './stampers/passkeyError.js';
export type { PasskeySupport } from './stampers/passkeySupport.js';
export type { KeyStamper, Stamper } from './stampers/stamper.js';
