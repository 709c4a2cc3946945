import { useQueryClient } from '@tanstack/react-query';
import { ApprovalsInbox, RefusedError, useLatchkey, useSession } from 'latchkey';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { askBob, isBobThere } from './askBob.js';
import type { Side } from './side.js';
import type { Words } from './words.js';

type State = 'looking' | 'asking' | 'asked' | 'login is old' | 'failed';

/** What waits for the person's vote. Bob asks for two things when it is first opened. */
export function Approvals({ side, words }: { readonly side: Side; readonly words: Words }): ReactElement {
  const client = useLatchkey();
  const answers = useQueryClient();
  const { session } = useSession();
  const [state, setState] = useState<State>('looking');

  const ask = useCallback(async () => {
    if (!session) return;
    setState('asking');
    try {
      await askBob(client, session, side);
      await answers.invalidateQueries();
      setState('asked');
    } catch (error) {
      setState(error instanceof RefusedError && error.code === 'FRESH_LOGIN_REQUIRED' ? 'login is old' : 'failed');
    }
  }, [client, answers, session, side]);

  useEffect(() => {
    let isOver = false;
    void isBobThere(client, side)
      .then((isThere) => {
        if (isOver) return;
        if (isThere) setState('asked');
        else void ask();
      })
      .catch(() => isOver || setState('failed'));
    return () => {
      isOver = true;
    };
  }, [client, side, ask]);

  const isBusy = state === 'looking' || state === 'asking';
  return (
    <>
      <ApprovalsInbox />
      <p className="beneath" role="status">
        {state === 'asking' && words.bobAsks}
        {state === 'asked' && words.bobLead}
        {state === 'login is old' && words.logInAgain}
        {state === 'failed' && words.failed}{' '}
        {!isBusy && state !== 'login is old' && (
          <button type="button" className="link" onClick={() => void ask()}>
            {state === 'asked' ? words.askBobAgain : words.tryAgain}
          </button>
        )}
      </p>
    </>
  );
}
