'use client';
import { catalogueHook } from '../catalogue.js';
import { mailLinkEnglish } from './mailLinkEnglish.js';
import type { MailLinkWords } from './mailLinkMessages.js';

/** The texts of e-mail links. */
export const useMailLinkWords = catalogueHook<MailLinkWords>(mailLinkEnglish, {
  de: async () => (await import('../words/germanMailLink.js')).germanMailLink,
  fr: async () => (await import('../words/frenchMailLink.js')).frenchMailLink,
  es: async () => (await import('../words/spanishMailLink.js')).spanishMailLink,
  pt: async () => (await import('../words/portugueseMailLink.js')).portugueseMailLink,
  ja: async () => (await import('../words/japaneseMailLink.js')).japaneseMailLink,
  'zh-Hans': async () => (await import('../words/chineseMailLink.js')).chineseMailLink,
  ar: async () => (await import('../words/arabicMailLink.js')).arabicMailLink,
});
