'use client';
import type { CodeForm } from '../contract/codeForm.js';
import { catalogueHook, type LoadedTexts } from './catalogue.js';
import type { LoginMessageChanges, LoginMessages } from './loginMessages.js';
import { withChanges } from './messages.js';
import type { ProblemFacts } from './otpMessages.js';

/** The texts in English. Each tells what to do; an error says what happened, and what to do now. */
export const english: LoginMessages = {
  locale: 'en',
  contactTitle: (app) => (app === undefined ? 'Log in' : `Log in to ${app}`),
  cardLead: 'New here? We’ll create your account.',
  contactLead: (method) => `We’ll ${method === 'email' ? 'email' : 'text'} you a code. No password needed.`,
  emailLabel: 'Email address',
  phoneLabel: 'Phone number',
  countryLabel: 'Country',
  phoneHint: 'Start with + and your country code, like +44.',
  didYouMean: (address) => `Did you mean ${address}?`,
  continue: 'Continue',
  sending: 'Sending…',
  reload: 'Reload',
  use: (method) => (method === 'email' ? 'Use email' : 'Use phone'),
  codeTitle: (method) => (method === 'email' ? 'Check your email' : 'Check your phone'),
  codeLead: (form, isNew) => [
    isNew ? 'We sent a new code to ' : `Enter the ${codeOf(form, '\u2011')} we sent to `,
    '.',
  ],
  expiredTitle: 'This code has expired',
  lockedTitle: 'This code no longer works',
  expiredLead: ['Send a new one to ', '.'],
  codeLabel: (form) => codeOf(form, '-'),
  checking: 'Checking…',
  leaving: (app = '') => (app === '' || app.length > 7 ? 'Logging you in…' : `Taking you to ${app}…`), // fits a button
  back: 'Back',
  edit: 'Change',
  editName: (method) => (method === 'email' ? 'Change email address' : 'Change phone number'),
  expiresIn: (time) => `Expires in ${time}`,
  expiresSoon: 'Your code expires in 1 minute.',
  openMail: (host) => `Open ${host}`,
  resendQuestion: 'Didn’t get it?',
  resend: 'Send a new code',
  resendLater: 'Send again',
  resendIn: (time) => `in ${time}`,
  resendReady: 'You can send a new code now.',
  or: 'or',
  orContinueWith: 'or continue with',
  continueWith: (provider) => `Continue with ${provider}`,
  continueWithPasskey: 'Continue with a passkey',
  passkey: 'Passkey',
  passkeyLead: 'Use your fingerprint, face or screen lock.',
  moreWays: 'More ways to log in',
  lastUsed: 'Last used',
  continueThere: (provider) => `Continue in the ${provider} window`,
  windowLead: 'Finish there to log in.',
  openAgain: 'Open it again',
  anotherWay: 'Use another way',
  continueOnDevice: 'Continue on your device…',
  cancel: 'Cancel',
  continueInTab: 'Continue in this tab',
  signUpByPasskey: 'Sign up with a passkey',
  createPasskey: 'Create a passkey',
  passkeyName: 'Passkey name',
  agreeToBoth: ['By continuing, you agree to the ', ' and ', '.'],
  agreeToOne: ['By continuing, you agree to the ', '.'],
  terms: 'Terms',
  privacy: 'Privacy Policy',
  close: 'Close',
  logIn: 'Log in',
  logOut: 'Log out',
  menuOf: (name) => `Your account: ${name}`,
  copyAddress: 'Copy address',
  copied: 'Copied',
  notDurable: 'This browser won’t remember you: you’ll be logged out when you close or reload this page.',
  problems: {
    CONTACT_INVALID: ({ method }) =>
      method === 'email' ? 'Enter an email like name@example.com.' : 'Enter your full phone number.',
    CODE_INCOMPLETE: ({ form }) => `Enter all ${form.length} ${form.alphanumeric ? 'characters' : 'digits'}.`,
    OTP_WRONG: 'That code isn’t right. Try again.',
    OTP_EXPIRED: 'That code has expired. Send a new one.',
    OTP_SPENT: 'That code was already used. Send a new one.',
    TOO_MANY_ATTEMPTS: 'Too many wrong codes. Send a new one.',
    CONTACT_NOT_SERVED: 'We can’t text this number. Use email instead.',
    CREDENTIAL_CONFLICT: 'This already belongs to another account.',
    LOGIN_BUSY: (facts) => `Login is busy right now. ${tryLater(facts)}`,
    TOO_MANY_CODES: (facts) => `Too many codes requested. ${tryLater(facts)}`,
    TOO_MUCH_WORK: (facts) => `The service is busy right now. ${tryLater(facts)}`,
    TOO_MANY_SIGNUPS: (facts) => `Too many new accounts from this network. ${tryLater(facts)}`,
    TOO_MANY_REQUESTS: (facts) => `Too many requests from this network. ${tryLater(facts)}`,
    TOO_MANY_REFUSALS: (facts) => `Too many attempts from this network. ${tryLater(facts)}`,
    METHOD_NOT_ENABLED: ({ method, by }) => `${by ?? (method === 'email' ? 'Email' : 'Phone')} login isn’t available.`,
    PROXY_NOT_AVAILABLE: 'Login is unavailable right now.',
    ORIGIN_NOT_ALLOWED: 'Login isn’t set up for this site.',
    CAPTCHA_REQUIRED: 'Login isn’t set up for this site.',
    CAPTCHA_REFUSED: captchaFailed(),
    CAPTCHA_SPENT: captchaFailed(),
    CAPTCHA_FAILED: captchaFailed(),
    CAPTCHA_NOT_LOADED: captchaNotLoaded(),
    CAPTCHA_UNAVAILABLE: captchaNotLoaded(),
    NETWORK_FAILED: noAnswer,
    TIMED_OUT: 'This is taking too long. Try again.',
    UNREACHABLE_OR_ORIGIN: noAnswer,
    PART_NOT_FETCHED: (facts) => (facts.isOffline ? noAnswer(facts) : 'This step didn’t load. Reload the page.'),
    UNAVAILABLE: ourSide(),
    INTERNAL: ourSide(),
    SEALED_UNREADABLE: 'Something’s wrong on our side, and trying again won’t help. Contact support.',
    DEADLINE: ourSide(),
    TIMESTAMP_NOT_LIVE: 'Your device’s date or time is off. Correct it, then try again.',
    FRESH_LOGIN_REQUIRED: 'Log in again to continue.',
    VERIFICATION_TOKEN_EXPIRED: tookTooLong(),
    VERIFICATION_TOKEN_SPENT: tookTooLong(),
    POPUP_BLOCKED: 'Your browser blocked the window.',
    IN_APP_BROWSER: 'Open this page in your browser to log in.',
    OAUTH_DENIED: 'Login was declined. Try again.',
    OAUTH_TIMED_OUT: 'That took too long. Try again.',
    OAUTH_STATE_MISMATCH: providerFailed,
    OAUTH_NONCE_MISMATCH: providerFailed,
    OAUTH_ISSUER_MISMATCH: providerFailed,
    OAUTH_AUDIENCE_MISMATCH: providerFailed,
    OAUTH_PROVIDER_ERROR: providerFailed,
    OAUTH_PROVIDER_UNREACHABLE: providerFailed,
    OAUTH_CODE_REFUSED: providerFailed,
    OAUTH_NOT_CONFIGURED: ({ by = '' }) => `${by} login isn’t set up for this site.`,
    PASSKEY_TIMED_OUT: 'That took too long. Try again.',
    PASSKEY_NOT_SUPPORTED: 'This browser can’t use passkeys.',
    PASSKEY_ORIGIN_NOT_ALLOWED: 'Passkeys aren’t set up for this site.',
    PASSKEY_NOT_FOUND: 'That passkey was removed. Log in another way.',
    CREDENTIAL_NOT_FOUND: 'That passkey was removed. Log in another way.',
    PASSKEY_FAILED: 'That passkey didn’t work. Try another way.',
    PASSKEY_CLONED: 'That passkey didn’t work. Try another way.',
    SESSION_STORAGE_BLOCKED: 'This browser blocks storage. Allow it, then retry.',
    OTHER: ({ code }) => `Something went wrong. Try again. Reference: ${code}`,
  },
};

function codeOf({ length, alphanumeric }: CodeForm, hyphen: string): string {
  return `${length}${hyphen}${alphanumeric ? 'character' : 'digit'} code`;
}

function tryLater({ wait = 'later' }: ProblemFacts): string {
  return `Try again ${wait}.`;
}

function noAnswer({ isOffline }: ProblemFacts): string {
  return isOffline ? 'You’re offline. Reconnect and try again.' : 'Can’t connect. Try again.';
}

function ourSide(): string {
  return 'Something’s wrong on our side. Try again in a moment.';
}

function tookTooLong(): string {
  return 'That took too long. Send a new code.';
}

function providerFailed({ by = '' }: ProblemFacts): string {
  return `${by} login didn’t work. Try again.`;
}

function captchaFailed(): string {
  return 'The security check failed. Try again.';
}

function captchaNotLoaded(): string {
  return 'The security check didn’t load. Try again in a moment.';
}

const useCatalogue = catalogueHook<LoginMessages>(english, {
  de: async () => (await import('./words/german.js')).german,
  fr: async () => (await import('./words/french.js')).french,
  es: async () => (await import('./words/spanish.js')).spanish,
  pt: async () => (await import('./words/portuguese.js')).portuguese,
  ja: async () => (await import('./words/japanese.js')).japanese,
  'zh-Hans': async () => (await import('./words/chinese.js')).chinese,
  ar: async () => (await import('./words/arabic.js')).arabic,
});

/** The texts of a login, with an app's changes. */
export function useWords(changes: LoginMessageChanges | undefined): LoadedTexts<LoginMessages> {
  const loaded = useCatalogue();
  return { ...loaded, words: withChanges(loaded.words, changes) };
}
