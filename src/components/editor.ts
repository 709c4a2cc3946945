'use client';
import { useState } from 'react';
import type { LatchkeyError } from '../errors.js';
import type { AccountMessages } from './accountMessages.js';
import { sentenceFor } from './messages.js';
import { useOtpScreen } from './screen.js';
import { formatWait } from './timeText.js';

/** What everything that changes the account is given. */
export type EditorProps = {
  words: AccountMessages;
  onDone: () => void;
  onCancel: () => void;
  /** A fresh login is asked for; what it is called with goes on afterwards. */
  onFreshLogin: (goOn: () => void) => void;
};

export type Attempt = {
  readonly isBusy: boolean;
  readonly code: string | undefined;
  /** Why the last one failed, in a sentence. */
  readonly problem: string | undefined;
  readonly run: (action: () => Promise<unknown>) => Promise<void>;
  readonly refuse: (code: string) => void;
  readonly forgive: () => void;
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
  const { messages } = useOtpScreen();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Pick<LatchkeyError, 'code'> & { retryAfterMs?: number | undefined }>();

  async function run(action: () => Promise<unknown>): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await action();
      setFailure(undefined);
      onDone();
    } catch (error) {
      if ((error as Error).name === 'AbortError') return setFailure(undefined); // given up by the person
      const { code = 'OTHER', retryAfterMs } = error as { code?: string; retryAfterMs?: number };
      if (code === 'FRESH_LOGIN_REQUIRED' && onFreshLogin) onFreshLogin(() => void run(action));
      setFailure({ code, retryAfterMs });
    } finally {
      setIsBusy(false);
    }
  }

  function sentence(): string | undefined {
    if (failure === undefined) return undefined;
    const { code, retryAfterMs } = failure;
    if (/^(PASSKEY_CANCELLED|PASSKEY_BUSY|OAUTH_CANCELLED)$/.test(code)) return undefined; // the person knows
    const own = wordsOf.get(code);
    if (own !== undefined) return words[own];
    const wait = retryAfterMs === undefined ? undefined : formatWait(retryAfterMs, messages.locale);
    const form = { length: 6, alphanumeric: false };
    return sentenceFor(messages, {
      code,
      method: 'email',
      by,
      form,
      wait,
      isOffline: navigator.onLine === false,
    });
  }

  return {
    isBusy,
    code: failure?.code,
    problem: sentence(),
    run,
    refuse: (code) => setFailure({ code }),
    forgive: () => setFailure(undefined),
  };
}
