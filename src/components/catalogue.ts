'use client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLanguage } from '../hooks/useLanguage.js';
import { lazyPart } from '../login/lazyPart.js';

type Language = ReturnType<typeof useLanguage>['language'];

/** The texts in the language of the settings. */
export type LoadedTexts<Messages> = {
  readonly words: Messages;
  readonly dir: 'ltr' | 'rtl' | undefined;
  /** Still loading: nothing is shown meanwhile, so that no other language flashes up. */
  readonly areLoading: boolean;
};

/**
 * The hook of a screen's texts: one catalogue per language, each loaded when used. If one cannot be loaded, English is used.
 *
 * @param others - loaders of the other languages
 */
/* @__NO_SIDE_EFFECTS__ */
export function catalogueHook<Messages>(
  english: Messages,
  others: { readonly [L in Exclude<Language, 'en'>]: () => Promise<Messages> },
): () => LoadedTexts<Messages> {
  const fetched = new Map<Language, Messages>([['en', english]]);
  const listeners = new Set<() => void>();
  const fetchers = new Map(Object.entries(others).map(([language, fetch]) => [language, lazyPart(fetch)]));

  async function fetchWords(language: Language): Promise<void> {
    if (fetched.has(language)) return;
    const words = await fetchers.get(language)?.();
    if (words !== undefined) fetched.set(language, words);
    for (const listener of listeners) listener();
  }

  function listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return function useCatalogue() {
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
    return { words: catalogue ?? english, dir: catalogue ? dir : undefined, areLoading: !isThere };
  };
}
