'use client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLanguage } from '../hooks/useLanguage.js';
import { fetchLater } from '../login/fetchLater.js';
import { english } from './english.js';
import type { LoginMessageChanges, LoginMessages } from './loginMessages.js';
import { withChanges } from './messages.js';

type Language = ReturnType<typeof useLanguage>['language'];

/** One catalogue a language, fetched when a screen speaks it. */
const catalogues: { readonly [L in Language]: () => Promise<LoginMessages> } = {
  en: async () => english,
  de: fetchLater(async () => (await import('./words/german.js')).german),
  fr: fetchLater(async () => (await import('./words/french.js')).french),
  es: fetchLater(async () => (await import('./words/spanish.js')).spanish),
  pt: fetchLater(async () => (await import('./words/portuguese.js')).portuguese),
  ja: fetchLater(async () => (await import('./words/japanese.js')).japanese),
  'zh-Hans': fetchLater(async () => (await import('./words/chinese.js')).chinese),
  ar: fetchLater(async () => (await import('./words/arabic.js')).arabic),
};

const fetched = new Map<Language, LoginMessages>([['en', english]]);
const listeners = new Set<() => void>();

export type Words = {
  readonly words: LoginMessages;
  readonly dir: 'ltr' | 'rtl' | undefined;
  /** The right ones are on their way: nothing is shown until they are there, so that no language flashes up before another. */
  readonly areToCome: boolean;
};

/** The words of the screens in the language of the settings, with an app's changes. Where they cannot be had: in English. */
export function useWords(changes: LoginMessageChanges | undefined): Words {
  const { language, dir } = useLanguage();
  const catalogue = useSyncExternalStore(
    listen,
    () => fetched.get(language),
    () => (language === 'en' ? english : undefined),
  );
  const [lost, setLost] = useState<Language>();
  useEffect(() => {
    fetchWords(language).catch(() => setLost(language));
  }, [language]);
  const isThere = catalogue !== undefined || lost === language;
  return {
    words: withChanges(catalogue ?? english, changes),
    dir: catalogue ? dir : undefined,
    areToCome: !isThere,
  };
}

async function fetchWords(language: Language): Promise<void> {
  if (fetched.has(language)) return;
  fetched.set(language, await catalogues[language]());
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
