import { expect, test } from 'vitest';
import { sentenceFor } from '../../../src/components/messages.js';
import type { PasskeyOfferMessages } from '../../../src/components/passkey/passkeyOfferMessages.js';
import { passkeyOfferTranslation } from '../../../src/components/passkey/passkeyOfferTranslations.js';
import { passkeyOfferEnglish } from '../../../src/components/passkey/passkeyOfferWords.js';
import { type Language, languages } from '../../../src/contract/language.js';

const others = languages.filter((language): language is Exclude<Language, 'en'> => language !== 'en');

/** Everything that a person can read of them. */
function spoken(words: PasskeyOfferMessages): Record<string, string> {
  const { title, lead, waiting, create, cancel, skip, added, nextTime, alreadyThere } = words;
  const texts = { title, lead, waiting, create, cancel, skip, added, nextTime, alreadyThere };
  const problems = [...Object.keys(passkeyOfferEnglish.problems), 'PASSKEY_FAILED'].flatMap((code) =>
    [false, true].map((isOffline) => [`${code} ${isOffline}`, sentenceFor(words, { code, isOffline })]),
  );
  return { ...texts, ...Object.fromEntries(problems) };
}

test.each(others)('%s has its own texts for the whole offer', (language) => {
  const english = spoken(passkeyOfferEnglish);
  const words = spoken(passkeyOfferTranslation(language));
  expect(Object.keys(words)).toEqual(Object.keys(english));
  for (const [name, text] of Object.entries(words)) {
    expect(text, name).not.toBe('');
    expect(text, name).not.toBe(english[name]);
  }
  expect(words['PASSKEY_FAILED false']).toContain('PASSKEY_FAILED');
});

test.each([...others.map(passkeyOfferTranslation), passkeyOfferEnglish])(
  'in $locale a title and a button fit their places',
  (words) => {
    for (const title of [words.title, words.added]) expect(title.length).toBeLessThanOrEqual(34);
    for (const button of [words.create, words.cancel, words.skip]) expect(button.length).toBeLessThanOrEqual(31);
  },
);
