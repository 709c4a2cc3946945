import type { LinkPurpose } from '../../contract/linkParameters.js';
import type { LoginMessages } from '../loginMessages.js';
import type { MailLinkWords, RecoveryMessageChanges } from './mailLinkMessages.js';
import type { LinkWords } from './mailLinkScreen.js';

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
