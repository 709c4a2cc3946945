'use client';
import { createContext, useContext } from 'react';
import type { MailLink } from '../hooks/useMailLink.js';
import type { RecoveryMessages } from './mailLinkMessages.js';
import type { OtpScreenParts } from './screen.js';

/** Words of a link by mail, as its screen draws them: of a login there is no passkey to be made. */
export type LinkWords = RecoveryMessages & {
  /** On the button of a link that was opened, and while it is under way. */
  readonly goOn: string;
  readonly goingOn: string;
  readonly sentTitle: string;
};

/** What the steps of a link by mail are given. */
export type MailLinkParts = OtpScreenParts & {
  readonly words: LinkWords;
  readonly link: MailLink;
  /** The ids of what describes a field. */
  readonly ids: { readonly title: string; readonly lead: string; readonly field: string; readonly problem: string };
  /** Why the last attempt failed, in a sentence. */
  readonly problem: string | undefined;
};

export const MailLinkContext = createContext<MailLinkParts | undefined>(undefined);

export function useMailLinkParts(): MailLinkParts {
  const parts = useContext(MailLinkContext);
  if (parts === undefined) throw new TypeError('A step of a link stands outside of its screen.');
  return parts;
}
