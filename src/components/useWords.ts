'use client';
import { catalogueHook, type LoadedTexts } from './catalogue.js';
import { english } from './english.js';
import type { LoginMessageChanges, LoginMessages } from './loginMessages.js';
import { withChanges } from './messages.js';

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
