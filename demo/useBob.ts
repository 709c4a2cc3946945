import { useQueryClient } from '@tanstack/react-query';
import { RefusedError, useLatchkey, useSession } from 'latchkey';
import type { Client, Session } from 'latchkey/client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { askBob, isBobThere } from './askBob.js';
import type { Side } from './side.js';

export type BobsState = 'looking' | 'asking' | 'asked' | 'login is old' | 'failed';

/** How far Bob is with his requests. */
export type Bobs = { readonly state: BobsState; readonly askAgain: () => void };

/** Bob asks for two things at the person's first login, so that they wait when the tab is opened. */
export function useBob(side: Side): Bobs {
  const shown = useLatchkey();
  const client = useMemo(() => ({ ...shown, fetch: side.service }), [shown, side]);
  const answers = useQueryClient();
  const { session } = useSession();
  const [state, setState] = useState<BobsState>('looking');

  const ask = useCallback(
    async (isFirst: boolean) => {
      if (!session) return;
      setState(isFirst ? 'looking' : 'asking');
      try {
        await (isFirst ? asksFirst(client, session, side, () => setState('asking')) : askBob(client, session, side));
        await answers.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('approvals') });
        setState('asked');
      } catch (error) {
        setState(error instanceof RefusedError && error.code === 'FRESH_LOGIN_REQUIRED' ? 'login is old' : 'failed');
      }
    },
    [client, answers, session, side],
  );

  useEffect(() => void ask(true), [ask]);

  return { state, askAgain: () => void ask(false) };
}

/** By a person's organization: a language that is changed meanwhile begins the page anew, and Bob asks once. */
const first = new Map<string, Promise<void>>();

function asksFirst(client: Client, session: Session, side: Side, onAsk: () => void): Promise<void> {
  const { organizationId } = session;
  const asked = first.get(organizationId) ?? asksIfNew();
  first.set(organizationId, asked);
  return asked;

  async function asksIfNew() {
    try {
      if (await isBobThere(client, side)) return;
      onAsk();
      await askBob(client, session, side);
    } catch (error) {
      first.delete(organizationId);
      throw error;
    }
  }
}
