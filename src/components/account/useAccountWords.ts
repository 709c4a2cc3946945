'use client';
import { catalogueHook } from '../catalogue.js';
import { accountEnglish } from './accountEnglish.js';
import type { AccountMessages } from './accountMessages.js';

/** The texts of the account panel. */
export const useAccountWords = catalogueHook<AccountMessages>(accountEnglish, {
  de: async () => (await import('../words/germanAccount.js')).germanAccount,
  fr: async () => (await import('../words/frenchAccount.js')).frenchAccount,
  es: async () => (await import('../words/spanishAccount.js')).spanishAccount,
  pt: async () => (await import('../words/portugueseAccount.js')).portugueseAccount,
  ja: async () => (await import('../words/japaneseAccount.js')).japaneseAccount,
  'zh-Hans': async () => (await import('../words/chineseAccount.js')).chineseAccount,
  ar: async () => (await import('../words/arabicAccount.js')).arabicAccount,
});
