'use client';
import { catalogueHook } from '../catalogue.js';
import type { MailLinkWords } from '../english/mailLinkMessages.js';

/** The texts of e-mail links in English. */
export const mailLinkEnglish: MailLinkWords = {
  sentLead: ['If ', ' has an account, a link is on its way. Open it in this browser.'],
  pasteQuestion: 'Opened it on another device?',
  pasteLabel: 'Code from the other device',
  sendAgain: 'Send a new link',
  againReady: 'You can send a new link now.',
  elsewhereTitle: 'Finish where you started',
  elsewhereLead: 'This link only works in the browser you started in. Copy this code and paste it there.',
  codeLabel: 'Code',
  copyCode: 'Copy code',
  elsewhereNote: 'Paste it only where you started. Nobody else needs it.',
  startOver: 'Start over',
  expiredTitle: 'This link has expired',
  usedTitle: 'This link was used',
  againLead: ['Send a new one to ', '.'],
  onceLead: 'Each link works once, and only for a short time.',
  doneTitle: 'You’re logged in',
  doneLead: 'You can continue in this tab.',
  problems: {
    LINK_MALFORMED: 'That isn’t the full code. Copy all of it.',
    LINK_FOR_ANOTHER_BROWSER: 'That’s for another browser. Send a new link.',
    TOO_MANY_CODES: ({ wait = 'later' }) => `Too many links requested. Try again ${wait}.`,
  },
  login: {
    askLead: 'We’ll email you a link. No password needed.',
    send: 'Email me a link',
    openedLead: ['You opened the link we sent to ', '.'],
    openedByLink: 'You opened a login link.',
  },
  recovery: {
    title: 'Recover your account',
    askLead: 'Can’t log in? We’ll email you a link.',
    send: 'Email me a link',
    openedLead: ['Create a passkey for ', '. It’s your new way in.'],
    openedByLink: 'Create a passkey. It’s your new way in.',
    createPasskey: 'Create a passkey',
    recoveredTitle: 'Your account is back',
    recoveredLead: 'Log in with your new passkey.',
  },
};

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
