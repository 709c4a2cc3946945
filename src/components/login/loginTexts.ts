import type { LoginState } from '../../login/loginState.js';
import { channelOf } from '../../login/methods.js';
import type { LoginProblem } from '../../login/otpMachine.js';
import type { LoginMessages } from '../loginMessages.js';
import { sentenceFor } from '../messages.js';
import { formatWait } from '../timeText.js';

/** The title of a step. @param first - that of the first one */
export function titleOf(login: LoginState, words: LoginMessages, first: string): string {
  if (login.at === 'contact') return first;
  if (login.isOver) return login.isLocked ? words.lockedTitle : words.expiredTitle;
  return words.codeTitle(login.method.channel);
}

/** What a person reads about an error. */
export function sentenceAbout(problem: LoginProblem, login: LoginState, words: LoginMessages): string {
  const { method, form } = login;
  const { code, retryAfterMs, isOffline } = problem;
  const wait = retryAfterMs === undefined ? undefined : formatWait(retryAfterMs, words.locale);
  return sentenceFor(words, { code, method: channelOf(method), by: byOf(login, words), form, wait, isOffline });
}

/** The method of the last attempt, if it was not a code. */
function byOf(login: LoginState, words: LoginMessages): string | undefined {
  const tried = login.at === 'contact' ? login.tried : undefined;
  if (tried === undefined) return undefined;
  return tried.type === 'passkey' ? words.passkey : (tried.label ?? tried.provider);
}
