'use client';
import { useMemo } from 'react';
import { catalogueHook, type LoadedTexts } from '../catalogue.js';
import { approvalActions } from '../english/approvalActions.js';
import type { ApprovalMessageChanges, ApprovalMessages, ApprovalTexts } from '../english/approvalMessages.js';
import { actionIn } from '../english/approvalSentences.js';
import { withChanges } from '../messages.js';
import { reviewEnglish } from '../review/reviewEnglish.js';

/** The texts in English: first the action, then the requester. */
export const approvalsEnglish: ApprovalTexts = {
  locale: 'en',
  title: 'Waiting for you',
  othersTitle: 'Waiting for others',
  loading: 'Loading…',
  none: 'Nothing is waiting for you.',
  loggedOut: 'Log in to see what’s waiting for you.',
  what: actionIn(approvalActions, {
    locale: 'en',
    named: (action, name) => `${action} “${name}”`,
    renamed: (action, name) => `${action}, new name “${name}”`,
    signing: {
      'typed data': 'Sign structured data',
      authorization: 'Sign an authorization for a contract',
      data: 'Sign data we can’t read',
    },
    signed: (action, key) => `${action} with ${key}`,
    sent: (amount, to) => `Send ${amount} to ${to}`,
    moved: (amount, from, to) => `Move ${amount} from ${from} to ${to}`,
    allowed: (amount, to) => `Let ${to} spend ${amount}`,
    allowedAll: (token, to) => `Let ${to} move all tokens of ${token}`,
    forbiddenAll: (token, to) => `Stop ${to} from moving tokens of ${token}`,
    amounts: {
      token: (token, number) => `${number} of token ${token}`,
      smallest: (token, number) => `${number} smallest units of token ${token}`,
      'smallest or NFT': (token, number, id) => `${number} smallest units (or NFT ${id}) of token ${token}`,
      NFT: (token, _, id) => `NFT ${id} of token ${token}`,
      unlimited: (token) => `an unlimited amount of token ${token}`,
      'unlimited known': (symbol) => `an unlimited amount of ${symbol}`,
      'claimed token': (symbol) => `“${symbol}”`,
      'unlimited or NFT': (token, _, id) => `an unlimited amount (or NFT ${id}) of token ${token}`,
    },
  }),
  firstTime: 'First time to this address',
  askedBy: (name) => `Asked by ${name}`,
  askedByYou: 'You asked',
  approvals,
  expires: (time) => `expires ${time}`,
  expired: 'Earlier approvals expired. Everyone approves again.',
  details: 'Details',
  fingerprint: 'Fingerprint',
  approve: 'Approve',
  approving: 'Approving…',
  reject: 'Reject',
  rejecting: 'Rejecting…',
  approveAll: (count) => `Approve all ${count}`,
  approved: 'Approved.',
  rejected: 'Rejected.',
  approvedOf: (count, total) => `Approved ${count} of ${total}.`,
  tryAgain: 'Try again',
  filter: 'Show only',
  all: 'All',
  allActivity: 'All activity',
  onlyWaiting: 'Show what’s waiting',
  noActivity: 'No activity yet.',
  showMore: 'Show more',
  statusDone: 'done',
  statusFailed: 'failed',
  statusRejected: 'rejected',
  statusWaiting: 'waiting',
  review: reviewEnglish,
  problems: {
    ACTIVITY_NOT_PENDING: 'Someone else already decided this.',
    ACTIVITY_NOT_FOUND: 'This request is gone.',
    NOT_AUTHORIZED: 'You can’t decide this request.',
    TOO_MUCH_AT_ONCE: tooMuch,
    TOO_MUCH_WORK: tooMuch,
    NETWORK_FAILED: noAnswer,
    UNREACHABLE_OR_ORIGIN: noAnswer,
    TIMED_OUT: 'This is taking too long. Try again.',
    TIMESTAMP_NOT_LIVE: 'Your device’s date or time is off. Correct it, then try again.',
    SESSION_GONE: 'Log in again to continue.',
    PUBLIC_KEY_NOT_FOUND: 'Log in again to continue.',
    ORGANIZATION_NOT_FOUND: 'Log in again to continue.',
    API_KEY_EXPIRED: 'Log in again to continue.',
    OTHER: ({ code }) => `Something went wrong. Try again. Reference: ${code}`,
  },
};

/** `1 of 2 approvals`, or `1 approval so far` if the needed number is unknown. */
function approvals(count: number, needed: number | undefined): string {
  if (needed === undefined) return `${count} ${count === 1 ? 'approval' : 'approvals'} so far`;
  return `${count} of ${needed} ${needed === 1 ? 'approval' : 'approvals'}`;
}

function tooMuch({ wait = 'later' }: { wait?: string | undefined }): string {
  return `The service is busy right now. Try again ${wait}.`;
}

function noAnswer({ isOffline }: { isOffline: boolean }): string {
  return isOffline ? 'You’re offline. Reconnect and try again.' : 'Can’t connect. Try again.';
}

const useCatalogue = catalogueHook<ApprovalTexts>(approvalsEnglish, {
  de: async () => (await import('../words/germanApprovals.js')).germanApprovals,
  fr: async () => (await import('../words/frenchApprovals.js')).frenchApprovals,
  es: async () => (await import('../words/spanishApprovals.js')).spanishApprovals,
  pt: async () => (await import('../words/portugueseApprovals.js')).portugueseApprovals,
  ja: async () => (await import('../words/japaneseApprovals.js')).japaneseApprovals,
  'zh-Hans': async () => (await import('../words/chineseApprovals.js')).chineseApprovals,
  ar: async () => (await import('../words/arabicApprovals.js')).arabicApprovals,
});

/** The texts of a request to sign: those of the inbox and its own. */
export const useReviewWords: () => LoadedTexts<ApprovalTexts> = useCatalogue;

/** The texts of the inbox, with an app's changes. */
export function useApprovalWords(changes: ApprovalMessageChanges | undefined): LoadedTexts<ApprovalMessages> {
  const spoken = useCatalogue();
  const words = useMemo(() => {
    const review = { ...spoken.words.review, ...changes?.review };
    return withChanges<ApprovalMessages>(spoken.words, { ...changes, review });
  }, [spoken.words, changes]);
  return { ...spoken, words };
}
