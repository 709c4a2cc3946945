import type { CodeForm } from '../login/codeText.js';
import type { Method } from '../login/otpMachine.js';

/** What a sentence about a failure may speak of. */
export type ProblemFacts = {
  readonly method: Method;
  readonly form: CodeForm;
  /** When to try again, in words (`in 9 minutes`), where the service told. */
  readonly wait: string | undefined;
  /** The device knew that it had no connection. */
  readonly isOffline: boolean;
  readonly code: string;
};

/**
 * Every word of the screen for one-time codes. `locale` is the language they are in, for numbers and times between them;
 * `problems` has a sentence for each code that a person can meet, and `OTHER` for the rest. `app` is the configuration's
 * `appName`, where it is known.
 */
export type OtpMessages = {
  readonly locale: string;
  readonly contactTitle: string | ((app: string | undefined) => string);
  readonly contactLead: (method: Method) => string;
  readonly emailLabel: string;
  readonly phoneLabel: string;
  readonly countryLabel: string;
  readonly phoneHint: string;
  readonly continue: string;
  readonly sending: string;
  /** The way to the other method. */
  readonly use: (method: Method) => string;
  readonly codeTitle: (method: Method) => string;
  /** Stands before and after the address. */
  readonly codeLead: (form: CodeForm, isNew: boolean) => readonly [string, string];
  readonly expiredTitle: string;
  readonly expiredLead: readonly [string, string];
  readonly codeLabel: string | ((form: CodeForm) => string);
  readonly checking: string;
  /** On the button for the moment in which the app takes over. */
  readonly leaving: string | ((app: string | undefined) => string);
  readonly back: string;
  readonly edit: string;
  /** The whole name of the button that `edit` stands on. */
  readonly editName: (method: Method) => string;
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
  readonly problems: ProblemMessages;
};

export type ProblemMessages = { readonly [Code in ProblemCode]: ProblemMessage } & {
  readonly [code: string]: ProblemMessage;
};
type ProblemMessage = string | ((facts: ProblemFacts) => string);

/** The codes that have a sentence of their own. */
export type ProblemCode =
  | 'CONTACT_INVALID'
  | 'CODE_INCOMPLETE'
  | 'OTP_WRONG'
  | 'OTP_EXPIRED'
  | 'OTP_SPENT'
  | 'TOO_MANY_ATTEMPTS'
  | 'CONTACT_NOT_SERVED'
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
  | 'UNAVAILABLE'
  | 'INTERNAL'
  | 'SEALED_UNREADABLE'
  | 'DEADLINE'
  | 'TIMESTAMP_NOT_LIVE'
  | 'FRESH_LOGIN_REQUIRED'
  | 'VERIFICATION_TOKEN_EXPIRED'
  | 'VERIFICATION_TOKEN_SPENT'
  | 'OTHER';

/** What an app changes of the words; what it leaves out stays. */
export type OtpMessageChanges = Partial<Omit<OtpMessages, 'problems'>> & {
  readonly problems?: { readonly [code: string]: ProblemMessage };
};

/** The words with an app's changes. */
export function withChanges(words: OtpMessages, changes: OtpMessageChanges | undefined): OtpMessages {
  return { ...words, ...changes, problems: { ...words.problems, ...changes?.problems } };
}

/** A word that may depend on something. */
export function said<Fact>(word: string | ((fact: Fact) => string), fact: Fact): string {
  return typeof word === 'function' ? word(fact) : word;
}

/** The sentence for a failure. */
export function sentenceFor({ problems }: OtpMessages, facts: ProblemFacts): string {
  const known = Object.hasOwn(problems, facts.code) ? problems[facts.code] : undefined;
  return said(known ?? problems.OTHER, facts);
}
