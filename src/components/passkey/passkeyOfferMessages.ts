import type { MessageChanges, ScreenMessages } from '../messages.js';

/** The texts of the passkey offer, from top to bottom. */
export type PasskeyOfferMessages = ScreenMessages<{ readonly code: string; readonly isOffline: boolean }> & {
  readonly title: string;
  readonly lead: string;
  /** While the browser's dialog is open. */
  readonly waiting: string;
  readonly create: string;
  readonly cancel: string;
  readonly skip: string;
  /** The title once the account has one, and the text below it: of a new one, or of one that the device had already. */
  readonly added: string;
  readonly nextTime: string;
  readonly alreadyThere: string;
};

/** An app's changes to the texts; omitted ones keep their defaults. */
export type PasskeyOfferMessageChanges = MessageChanges<PasskeyOfferMessages>;

/** The texts in English. */
export const passkeyOfferEnglish: PasskeyOfferMessages = {
  locale: 'en',
  title: 'Log in faster next time',
  lead: 'Use your fingerprint, face or screen lock instead of a code.',
  waiting: 'Continue on your device…',
  create: 'Create a passkey',
  cancel: 'Cancel',
  skip: 'Not now',
  added: 'Your passkey is ready',
  nextTime: 'Next time, log in without a code.',
  alreadyThere: 'This device already has your passkey.',
  problems: {
    PASSKEY_TIMED_OUT: 'That took too long. Try again.',
    PASSKEY_NOT_SUPPORTED: 'This device can’t keep a passkey.',
    PASSKEY_ORIGIN_NOT_ALLOWED: 'Passkeys aren’t set up for this site.',
    PASSKEY_INVALID: 'Passkeys aren’t set up for this site.',
    FRESH_LOGIN_REQUIRED: 'Log in again to continue.',
    SESSION_GONE: 'Log in again to continue.',
    NETWORK_FAILED: noAnswer,
    UNREACHABLE_OR_ORIGIN: noAnswer,
    TIMED_OUT: 'This is taking too long. Try again.',
    OTHER: ({ code }) => `Something went wrong. Try again. Reference: ${code}`,
  },
};

function noAnswer({ isOffline }: { isOffline: boolean }): string {
  return isOffline ? 'You’re offline. Reconnect and try again.' : 'Can’t connect. Try again.';
}
