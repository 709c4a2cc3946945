import type { CodeForm } from '../contract/codeForm.js';
import type { OtpChannel } from '../login/methods.js';
import type { MessageChanges, ScreenMessages, Sentence } from './messages.js';

/** The facts in a sentence about an error. */
export type ProblemFacts = {
  readonly method: OtpChannel;
  /** For a login by click: the provider's name, or the word for a passkey. */
  readonly by: string | undefined;
  readonly form: CodeForm;
  /** When to try again, in words (`in 9 minutes`), if the service said so. */
  readonly wait: string | undefined;
  /** The device was offline. */
  readonly isOffline: boolean;
  readonly code: string;
};

/** The texts of the one-time code screen. `app` is the configuration's `appName`, if known. */
export type OtpMessages = ScreenMessages<ProblemFacts> & {
  readonly contactTitle: Sentence<string | undefined>;
  readonly contactLead: (method: OtpChannel) => string;
  readonly emailLabel: string;
  readonly phoneLabel: string;
  readonly countryLabel: string;
  readonly phoneHint: string;
  /** The button that corrects a mistyped address. */
  readonly didYouMean: (address: string) => string;
  readonly continue: string;
  readonly sending: string;
  /** Reloads the page, if a part of it did not load. */
  readonly reload: string;
  /** The link to the other method. */
  readonly use: (method: OtpChannel) => string;
  readonly codeTitle: (method: OtpChannel) => string;
  /** Before and after the address. */
  readonly codeLead: (form: CodeForm, isNew: boolean) => readonly [string, string];
  readonly expiredTitle: string;
  /** The title of a code that was mistyped too often. */
  readonly lockedTitle: string;
  readonly expiredLead: readonly [string, string];
  readonly codeLabel: Sentence<CodeForm>;
  readonly checking: string;
  /** On the button while the app takes over. */
  readonly leaving: Sentence<string | undefined>;
  readonly back: string;
  readonly edit: string;
  /** The accessible name of the `edit` button. */
  readonly editName: (method: OtpChannel) => string;
  /** Below one minute. */
  readonly expiresIn: (time: string) => string;
  /** For screen readers: one minute before a code expires. */
  readonly expiresSoon: string;
  /** The link to the inbox. */
  readonly openMail: (host: string) => string;
  readonly resendQuestion: string;
  readonly resend: string;
  /** The button while it is not available yet, and the time after it. */
  readonly resendLater: string;
  readonly resendIn: (time: string) => string;
  /** For screen readers: another code can be requested now. */
  readonly resendReady: string;
  /** If storage is unavailable. */
  readonly notDurable: string;
  readonly problems: { readonly [Code in ProblemCode]: Sentence<ProblemFacts> };
};

/** The error codes with a sentence of their own. */
type ProblemCode =
  | 'CONTACT_INVALID'
  | 'CODE_INCOMPLETE'
  | 'OTP_WRONG'
  | 'OTP_EXPIRED'
  | 'OTP_SPENT'
  | 'TOO_MANY_ATTEMPTS'
  | 'CONTACT_NOT_SERVED'
  | 'CREDENTIAL_CONFLICT'
  | 'TOO_MANY_CODES'
  | 'LOGIN_BUSY'
  | 'TOO_MUCH_WORK'
  | 'TOO_MANY_SIGNUPS'
  | 'TOO_MANY_REQUESTS'
  | 'TOO_MANY_REFUSALS'
  | 'METHOD_NOT_ENABLED'
  | 'PROXY_NOT_AVAILABLE'
  | 'ORIGIN_NOT_ALLOWED'
  | 'CAPTCHA_REQUIRED'
  | 'CAPTCHA_REFUSED'
  | 'CAPTCHA_SPENT'
  | 'CAPTCHA_FAILED'
  | 'CAPTCHA_NOT_LOADED'
  | 'CAPTCHA_UNAVAILABLE'
  | 'NETWORK_FAILED'
  | 'TIMED_OUT'
  | 'UNREACHABLE_OR_ORIGIN'
  | 'PART_NOT_FETCHED'
  | 'UNAVAILABLE'
  | 'INTERNAL'
  | 'SEALED_UNREADABLE'
  | 'DEADLINE'
  | 'TIMESTAMP_NOT_LIVE'
  | 'FRESH_LOGIN_REQUIRED'
  | 'VERIFICATION_TOKEN_EXPIRED'
  | 'VERIFICATION_TOKEN_SPENT'
  | 'POPUP_BLOCKED'
  | 'IN_APP_BROWSER'
  | 'OAUTH_DENIED'
  | 'OAUTH_TIMED_OUT'
  | 'OAUTH_STATE_MISMATCH'
  | 'OAUTH_NONCE_MISMATCH'
  | 'OAUTH_ISSUER_MISMATCH'
  | 'OAUTH_AUDIENCE_MISMATCH'
  | 'OAUTH_PROVIDER_ERROR'
  | 'OAUTH_PROVIDER_UNREACHABLE'
  | 'OAUTH_CODE_REFUSED'
  | 'OAUTH_NOT_CONFIGURED'
  | 'PASSKEY_TIMED_OUT'
  | 'PASSKEY_NOT_SUPPORTED'
  | 'PASSKEY_ORIGIN_NOT_ALLOWED'
  | 'PASSKEY_NOT_FOUND'
  | 'CREDENTIAL_NOT_FOUND'
  | 'PASSKEY_FAILED'
  | 'PASSKEY_CLONED'
  | 'SESSION_STORAGE_BLOCKED'
  | 'OTHER';

/** An app's changes to the texts; omitted ones keep their defaults. */
export type OtpMessageChanges = MessageChanges<OtpMessages>;
