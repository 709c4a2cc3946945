'use client';
import type { AccountMessages } from './accountMessages.js';
import { type Attempt, useOneAttempt } from './attempt.js';

/** What everything that changes the account is given. */
export type EditorProps = {
  words: AccountMessages;
  onDone: () => void;
  onCancel: () => void;
  /** A fresh login is asked for; what it is called with goes on afterwards. */
  onFreshLogin: (goOn: () => void) => void;
};

type OwnSentence =
  | 'lastWayIn'
  | 'passkeyIsHere'
  | 'tooManyPasskeys'
  | 'passkeyFailed'
  | 'windowBlocked'
  | 'tooManyProviders';

/** Failures of the account's own. */
const wordsOf = new Map<string, OwnSentence>([
  ['LAST_CREDENTIAL', 'lastWayIn'],
  ['PASSKEY_ALREADY_REGISTERED', 'passkeyIsHere'],
  ['TOO_MANY_PASSKEYS', 'tooManyPasskeys'],
  ['PASSKEY_FAILED', 'passkeyFailed'],
  ['PASSKEY_CLONED', 'passkeyFailed'],
  ['POPUP_BLOCKED', 'windowBlocked'],
  ['TOO_MANY_OAUTH_PROVIDERS', 'tooManyProviders'],
]);

type AttemptProps = Pick<EditorProps, 'words' | 'onDone'> & {
  onFreshLogin?: EditorProps['onFreshLogin'];
  /** The provider that it is made at, as people call it. */
  by?: string | undefined;
};

/** One attempt at a time, and what went wrong with the last one. */
export function useAttempt({ words, onDone, onFreshLogin, by }: AttemptProps): Attempt {
  const attempt = useOneAttempt({
    by,
    ownSentence(code) {
      if (/^(PASSKEY_CANCELLED|PASSKEY_BUSY|OAUTH_CANCELLED)$/.test(code)) return null;
      const own = wordsOf.get(code);
      return own && words[own];
    },
    onFailure({ name, code }, tryAgain) {
      if (code === 'FRESH_LOGIN_REQUIRED') onFreshLogin?.(tryAgain);
      return name === 'AbortError'; // given up by the person
    },
  });
  return {
    ...attempt,
    run: (action) =>
      attempt.run(async () => {
        await action();
        onDone();
      }),
  };
}
