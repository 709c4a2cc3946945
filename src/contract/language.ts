/** The languages that screens and messages are written in. @see BCP 47 */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh-Hans', 'ar'] as const;

export type Language = (typeof languages)[number];

/**
 * Which of them a language tag means: `de-AT` is German, `zh-CN` is Chinese in simplified characters, `zh-TW`, which is written in
 * traditional ones, is none of them. `undefined` for what is none, or no tag.
 */
export function languageOf(tag: string): Language | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return languages.find((known) => known === language || known === `${language}-${script}`);
  } catch {
    return undefined;
  }
}
