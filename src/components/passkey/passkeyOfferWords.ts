'use client';
import { useEffect, useState } from 'react';
import { useLanguage } from '../../hooks/useLanguage.js';
import { lazyPart } from '../../login/lazyPart.js';
import { withChanges } from '../messages.js';
import type { PasskeyOfferMessageChanges, PasskeyOfferMessages } from './passkeyOfferMessages.js';

/**
 * The texts of the offer in the language of the settings, with an app's changes; English if they cannot be loaded. `undefined` while
 * loading, so that no other language flashes up.
 */
export function usePasskeyOfferWords(changes: PasskeyOfferMessageChanges | undefined): {
  readonly words: PasskeyOfferMessages | undefined;
  readonly dir: 'ltr' | 'rtl' | undefined;
} {
  const { language, dir } = useLanguage();
  const [fetched, setFetched] = useState<PasskeyOfferMessages>();
  useEffect(() => {
    if (language === 'en') return;
    let isHere = true;
    fetchWords().then(
      (wordsOf) => isHere && setFetched(wordsOf(language)),
      () => isHere && setFetched(passkeyOfferEnglish),
    );
    return () => {
      isHere = false;
    };
  }, [language]);
  const words = language === 'en' ? passkeyOfferEnglish : fetched;
  return { words: words && withChanges(words, changes), dir: words === passkeyOfferEnglish ? undefined : dir };
}

const fetchWords = lazyPart(async () => (await import('./passkeyOfferTranslations.js')).passkeyOfferTranslation);

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
