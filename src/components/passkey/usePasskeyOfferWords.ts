'use client';
import { useEffect, useState } from 'react';
import { useLanguage } from '../../hooks/useLanguage.js';
import { fetchLater } from '../../login/fetchLater.js';
import { withChanges } from '../messages.js';
import {
  type PasskeyOfferMessageChanges,
  type PasskeyOfferMessages,
  passkeyOfferEnglish,
} from './passkeyOfferMessages.js';

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

const fetchWords = fetchLater(async () => (await import('./passkeyOfferWords.js')).passkeyOfferWords);
