'use client';
import { directionOf, type Language, languageOf } from '../contract/language.js';
import { useLatchkey } from './context.js';

/** The language of the screens: the settings' if it is supported, else English. */
export function useLanguage(): { readonly language: Language; readonly dir: 'ltr' | 'rtl' | undefined } {
  const { language: tag } = useLatchkey().settings;
  if (tag === undefined) return { language: 'en', dir: undefined };
  const language = languageOf(tag) ?? 'en';
  return { language, dir: directionOf(language) };
}
