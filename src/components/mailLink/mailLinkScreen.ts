'use client';
import { createContext, useContext } from 'react';
import type { MailLink } from '../../hooks/useMailLink.js';
import type { OtpScreenParts } from '../screen.js';
import type { RecoveryMessages } from './mailLinkMessages.js';

/** The texts of an e-mail link screen. A login has no passkey step. */
export type LinkWords = RecoveryMessages & {
  /** On the button of an opened link, and while it runs. */
  readonly goOn: string;
  readonly goingOn: string;
  readonly sentTitle: string;
};

/** The context of the steps of an e-mail link. */
export type MailLinkParts = OtpScreenParts & {
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
