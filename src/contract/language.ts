/** The languages of screens and messages. @see BCP 47 */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh-Hans', 'ar'] as const;

export type Language = (typeof languages)[number];

/** In which direction a language is written. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/**
 * The supported language that a language tag names: `de-AT` is German, `zh-CN` is Chinese in simplified characters; `zh-TW`, in traditional
 * characters, is not supported. `undefined` for an unsupported tag, or none.
 */
export function languageOf(tag: string): Language | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return languages.find((known) => known === language || known === `${language}-${script}`);
  } catch {
    return undefined;
  }
}
