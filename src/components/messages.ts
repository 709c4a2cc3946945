import type { CodeForm } from './codeText.js';
import type { Method } from './otpMachine.js';

/** What a sentence about a failure may speak of. */
export type ProblemFacts = {
  readonly method: Method;
  readonly form: CodeForm;
  /** When to try again, in words (`in 9 minutes`), where the service told. */
  readonly wait: string | undefined;
  /** The page's own origin, as the service's list of allowed origins would have it. */
  readonly origin: string;
  readonly code: string;
};

/**
 * Every word of the screen for one-time codes. `locale` is the language they are in, for numbers and times between them;
 * `problems` has a sentence for each code that a person can meet, and `OTHER` for the rest.
 */
export type OtpMessages = {
  readonly locale: string;
  readonly contactTitle: string;
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
  readonly expiredLead: readonly [string, string];
  readonly codeLabel: string;
  readonly logIn: string;
  readonly checking: string;
  readonly edit: (method: Method) => string;
  readonly expiresIn: (time: string) => string;
  readonly resend: string;
  readonly resendIn: (time: string) => string;
  readonly doneTitle: string;
  readonly doneLead: string;
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
  | 'TOO_MANY_CODES'
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
export function withChanges(changes: OtpMessageChanges | undefined): OtpMessages {
  return { ...english, ...changes, problems: { ...english.problems, ...changes?.problems } };
}

/** The sentence for a failure. */
export function sentenceFor({ problems }: OtpMessages, facts: ProblemFacts): string {
  const known = Object.hasOwn(problems, facts.code) ? problems[facts.code] : undefined;
  const message = known ?? problems.OTHER;
  return typeof message === 'function' ? message(facts) : message;
}

const tryLater = ({ wait }: ProblemFacts) =>
  wait === undefined ? 'Please try again later.' : `Please try again ${wait}.`;

const trouble = 'The login service is having trouble. Please try again in a moment.';
const tookTooLong = 'That took too long. Ask for a new code.';

/** The words in English. */
export const english: OtpMessages = {
  locale: 'en',
  contactTitle: 'Log in',
  contactLead: (method) =>
    method === 'email'
      ? 'Enter your e-mail address and we’ll send you a one-time code. No password needed.'
      : 'Enter your phone number and we’ll text you a one-time code. No password needed.',
  emailLabel: 'E-mail address',
  phoneLabel: 'Phone number',
  countryLabel: 'Country',
  phoneHint: 'Start with + and the country’s number.',
  continue: 'Continue',
  sending: 'Sending…',
  use: (method) => (method === 'email' ? 'Use an e-mail address instead' : 'Use a phone number instead'),
  codeTitle: (method) => (method === 'email' ? 'Check your e-mail' : 'Check your phone'),
  codeLead: ({ length, alphanumeric }, isNew) => [
    `We sent ${isNew ? 'a new' : 'a'} code of ${length} ${alphanumeric ? 'characters' : 'digits'} to `,
    '.',
  ],
  expiredLead: ['The code we sent to ', ' has expired. Ask for a new one below.'],
  codeLabel: 'Code',
  logIn: 'Log in',
  checking: 'Checking…',
  edit: (method) => (method === 'email' ? 'Change the e-mail address' : 'Change the phone number'),
  expiresIn: (time) => `Code expires in ${time}`,
  resend: 'Send a new code',
  resendIn: (time) => `Send again in ${time}`,
  doneTitle: 'You’re logged in',
  doneLead: 'One moment…',
  notDurable: 'This browser isn’t saving anything for this page, so you’ll be logged out when you close or reload it.',
  problems: {
    CONTACT_INVALID: ({ method }) =>
      method === 'email'
        ? 'Please enter an e-mail address, like name@example.com.'
        : 'Please enter a whole phone number with its country.',
    CODE_INCOMPLETE: ({ form }) => `Please enter all ${form.length} ${form.alphanumeric ? 'characters' : 'digits'}.`,
    OTP_WRONG: 'That’s not the code we sent. Please check it and try again.',
    OTP_EXPIRED: 'That code has expired. Ask for a new one.',
    OTP_SPENT: 'That code was already used. Ask for a new one.',
    TOO_MANY_ATTEMPTS: 'Too many wrong tries: this code no longer works. Ask for a new one.',
    TOO_MANY_CODES: (facts) => `Too many codes were asked for. ${tryLater(facts)}`,
    TOO_MANY_SIGNUPS: (facts) => `Too many accounts were made from here. ${tryLater(facts)}`,
    TOO_MANY_REQUESTS: (facts) => `Too many requests came from here. ${tryLater(facts)}`,
    TOO_MANY_REFUSALS: (facts) => `Too many failed tries came from here. ${tryLater(facts)}`,
    METHOD_NOT_ENABLED: ({ method }) =>
      method === 'email'
        ? 'Logging in by e-mail is not switched on here.'
        : 'Logging in by text message is not switched on here.',
    PROXY_NOT_AVAILABLE: 'Logging in is switched off here at the moment.',
    ORIGIN_NOT_ALLOWED: ({ origin }) => `This page (${origin}) is not allowed to log people in. Please tell its owner.`,
    NETWORK_FAILED: 'We can’t reach the login service. Please check your connection and try again.',
    TIMED_OUT: 'The login service took too long to answer. Please try again.',
    UNREACHABLE_OR_ORIGIN: ({ origin }) =>
      `We can’t reach the login service. Please check your connection and try again. If that doesn’t help, this page (${origin}) may not be allowed to log people in.`,
    UNAVAILABLE: trouble,
    INTERNAL: trouble,
    DEADLINE: trouble,
    TIMESTAMP_NOT_LIVE: 'This device’s clock seems to be wrong. Please correct its date and time and try again.',
    FRESH_LOGIN_REQUIRED: 'Log in again to continue.',
    VERIFICATION_TOKEN_EXPIRED: tookTooLong,
    VERIFICATION_TOKEN_SPENT: tookTooLong,
    OTHER: ({ code }) => `Something went wrong (${code}). Please try again.`,
  },
};
