import type { CodeForm } from '../login/codeText.js';
import type { OtpChannel } from '../login/methods.js';
import type { MessageChanges, ScreenMessages, Sentence } from './messages.js';

/** What a sentence about a failure may speak of. */
export type ProblemFacts = {
  readonly method: OtpChannel;
  /** Of a login by a click: the provider, as people call it, or the word for a passkey. */
  readonly by: string | undefined;
  readonly form: CodeForm;
  /** When to try again, in words (`in 9 minutes`), where the service told. */
  readonly wait: string | undefined;
  /** The device knew that it had no connection. */
  readonly isOffline: boolean;
  readonly code: string;
};

/** Every word of the screen for one-time codes. `app` is the configuration's `appName`, where it is known. */
export type OtpMessages = ScreenMessages<ProblemFacts> & {
  readonly contactTitle: Sentence<string | undefined>;
  readonly contactLead: (method: OtpChannel) => string;
  readonly emailLabel: string;
  readonly phoneLabel: string;
  readonly countryLabel: string;
  readonly phoneHint: string;
  readonly continue: string;
  readonly sending: string;
  /** Loads the page again, where a part of it did not come. */
  readonly reload: string;
  /** The way to the other method. */
  readonly use: (method: OtpChannel) => string;
  readonly codeTitle: (method: OtpChannel) => string;
  /** Stands before and after the address. */
  readonly codeLead: (form: CodeForm, isNew: boolean) => readonly [string, string];
  readonly expiredTitle: string;
  readonly expiredLead: readonly [string, string];
  readonly codeLabel: Sentence<CodeForm>;
  readonly checking: string;
  /** On the button for the moment in which the app takes over. */
  readonly leaving: Sentence<string | undefined>;
  readonly back: string;
  readonly edit: string;
  /** The whole name of the button that `edit` stands on. */
  readonly editName: (method: OtpChannel) => string;
  /** Below one minute. */
  readonly expiresIn: (time: string) => string;
  /** Read out, not shown: one minute before a code expires. */
  readonly expiresSoon: string;
  readonly resendQuestion: string;
  readonly resend: string;
  /** The button while it has to be waited for, and what stands after it. */
  readonly resendLater: string;
  readonly resendIn: (time: string) => string;
  /** Read out, not shown: when another code may be asked for. */
  readonly resendReady: string;
  /** Where the browser keeps nothing for the page. */
  readonly notDurable: string;
  readonly problems: { readonly [Code in ProblemCode]: Sentence<ProblemFacts> };
};

/** The codes that have a sentence of their own. */
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
  | 'TOO_MANY_SIGNUPS'
  | 'TOO_MANY_REQUESTS'
  | 'TOO_MANY_REFUSALS'
  | 'METHOD_NOT_ENABLED'
  | 'PROXY_NOT_AVAILABLE'
  | 'ORIGIN_NOT_ALLOWED'
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
  | 'PUBLIC_KEY_NOT_FOUND'
  | 'PASSKEY_FAILED'
  | 'PASSKEY_CLONED'
  | 'SESSION_STORAGE_BLOCKED'
  | 'OTHER';

/** What an app changes of the words; what it leaves out stays. */
export type OtpMessageChanges = MessageChanges<OtpMessages>;
