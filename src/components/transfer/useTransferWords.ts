'use client';
import { catalogueHook, type LoadedTexts } from '../catalogue.js';
import { transferEnglish } from './transferEnglish.js';
import type { TransferMessageChanges, TransferMessages } from './transferMessages.js';

const useCatalogue = catalogueHook<TransferMessages>(transferEnglish, {
  de: async () => (await import('../words/germanTransfer.js')).germanTransfer,
  fr: async () => (await import('../words/frenchTransfer.js')).frenchTransfer,
  es: async () => (await import('../words/spanishTransfer.js')).spanishTransfer,
  pt: async () => (await import('../words/portugueseTransfer.js')).portugueseTransfer,
  ja: async () => (await import('../words/japaneseTransfer.js')).japaneseTransfer,
  'zh-Hans': async () => (await import('../words/chineseTransfer.js')).chineseTransfer,
  ar: async () => (await import('../words/arabicTransfer.js')).arabicTransfer,
});

/** The texts of import and export, with an app's changes. */
export function useTransferWords(changes: TransferMessageChanges | undefined): LoadedTexts<TransferMessages> {
  const loaded = useCatalogue();
  const problems = { ...loaded.words.problems, ...changes?.problems };
  return { ...loaded, words: { ...loaded.words, ...changes, problems } };
}
