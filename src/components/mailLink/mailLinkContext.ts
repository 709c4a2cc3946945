'use client';
import { createContext, useContext } from 'react';
import type { LinkPurpose } from '../../contract/linkParameters.js';
import type { MailLink } from '../../hooks/useMailLink.js';
import type { MailLinkWords, RecoveryMessageChanges, RecoveryMessages } from '../english/mailLinkMessages.js';
import type { LoginMessages } from '../loginMessages.js';
import type { LoginScreenParts } from '../screenContext.js';

/** The texts of an e-mail link screen. A login has no passkey step. */
type LinkWords = RecoveryMessages & {
  /** On the button of an opened link, and while it runs. */
  readonly goOn: string;
  readonly goingOn: string;
  readonly sentTitle: string;
};

/** The context of the steps of an e-mail link. */
export type MailLinkParts = LoginScreenParts & {
  readonly words: LinkWords;
  readonly link: MailLink;
  /** The ids of the elements that describe a field. */
  readonly ids: { readonly title: string; readonly lead: string; readonly field: string; readonly problem: string };
  /** The last attempt's error as a sentence. */
  readonly problem: string | undefined;
};

export const MailLinkContext = /* @__PURE__ */ createContext<MailLinkParts | undefined>(undefined);

export function useMailLinkParts(): MailLinkParts {
  const parts = useContext(MailLinkContext);
  if (parts === undefined) throw new TypeError('A step of a link stands outside of its screen.');
  return parts;
}

/** An app's changes to the texts of either screen. */
export type MailLinkChanges = RecoveryMessageChanges;

/** The texts of one purpose, with an app's changes. The title of a login is the card's, which names the app. */
export function linkWords(
  { login, recovery, ...shared }: MailLinkWords,
  common: LoginMessages,
  purpose: LinkPurpose,
  changes: MailLinkChanges | undefined,
): LinkWords {
  const ofLogin = { ...recovery, ...login, title: '' };
  const words = { ...shared, ...(purpose === 'login' ? ofLogin : recovery), ...changes };
  return {
    ...words,
    problems: { ...shared.problems, ...changes?.problems },
    sentTitle: common.codeTitle('email'),
    goOn: purpose === 'login' ? common.logIn : words.createPasskey,
    goingOn: common.checking,
  };
}
