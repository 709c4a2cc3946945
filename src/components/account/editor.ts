'use client';
import { type Attempt, useOneAttempt } from '../attempt.js';
import type { AccountMessages } from '../english/accountMessages.js';

/** The editor that is open; `passkey:` and an id is that of a passkey's name. */
export type OpenEditor = 'name' | 'email' | 'phone' | 'delete' | `passkey:${string}` | undefined;

/** The props of every account editor. */
export type EditorProps = {
  words: AccountMessages;
  onDone: () => void;
  onCancel: () => void;
  /** Called when a fresh login is required; its argument continues afterwards. */
  onFreshLogin: (goOn: () => void) => void;
};

type OwnSentence =
  | 'nameMissing'
  | 'lastWayIn'
  | 'passkeyIsHere'
  | 'tooManyPasskeys'
  | 'passkeyFailed'
  | 'windowBlocked'
  | 'tooManyProviders';

/** Errors with sentences of their own. */
const wordsOf = new Map<string, OwnSentence>([
  ['NAME_MISSING', 'nameMissing'],
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
  /** The provider's name, as people know it. */
  by?: string | undefined;
};

/** Runs one attempt at a time, and holds the last one's error. */
export function useAttempt({ words, onDone, onFreshLogin, by }: AttemptProps): Attempt {
  const attempt = useOneAttempt({
    by,
    ownSentence(code) {
      if (/^(PASSKEY_CANCELLED|PASSKEY_BUSY|OAUTH_CANCELLED|CAPTCHA_CANCELLED|AUTHENTICATOR_NOT_FOUND)$/.test(code))
        return null;
      const own = wordsOf.get(code);
      return own && words[own];
    },
    onFailure({ name, code }, tryAgain) {
      if (code !== 'FRESH_LOGIN_REQUIRED' || !onFreshLogin) return name === 'AbortError'; // cancelled by the person
      onFreshLogin(tryAgain);
      return true; // a question, and no failure
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
