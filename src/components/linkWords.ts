import type { LinkPurpose } from '../contract/linkParameters.js';
import type { LoginMessages } from './loginMessages.js';
import type { MailLinkWords, RecoveryMessageChanges } from './mailLinkMessages.js';
import type { LinkWords } from './mailLinkScreen.js';

/** What an app changes of either screen's words. */
export type MailLinkChanges = RecoveryMessageChanges;

/** The words of one purpose, with an app's changes. A login has its title from the card, which names the app. */
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
