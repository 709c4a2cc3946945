'use client';
import { catalogueHook, type LoadedTexts } from '../catalogue.js';
import { withChanges } from '../messages.js';
import type { ApprovalMessageChanges, ApprovalMessages } from './approvalMessages.js';
import { approvalsEnglish } from './approvalsEnglish.js';

const useCatalogue = catalogueHook<ApprovalMessages>(approvalsEnglish, {
  de: async () => (await import('../words/germanApprovals.js')).germanApprovals,
  fr: async () => (await import('../words/frenchApprovals.js')).frenchApprovals,
  es: async () => (await import('../words/spanishApprovals.js')).spanishApprovals,
  pt: async () => (await import('../words/portugueseApprovals.js')).portugueseApprovals,
  ja: async () => (await import('../words/japaneseApprovals.js')).japaneseApprovals,
  'zh-Hans': async () => (await import('../words/chineseApprovals.js')).chineseApprovals,
  ar: async () => (await import('../words/arabicApprovals.js')).arabicApprovals,
});

/** The texts of the inbox, with an app's changes. */
export function useApprovalWords(changes: ApprovalMessageChanges | undefined): LoadedTexts<ApprovalMessages> {
  const spoken = useCatalogue();
  return { ...spoken, words: withChanges(spoken.words, changes) };
}
