'use client';
import { useCallback } from 'react';
import { signRawPayload } from '../contract/signing.js';
import { useKit } from './context.js';
import { makeStale } from './stale.js';
import { useSession } from './useSession.js';

/** @returns marks lists of activities as stale: something was signed, or waits for others, beside the hooks of its rows. */
export function useSignatureMade(): () => void {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  return useCallback(() => makeStale({ client, queryClient, session }, signRawPayload), [client, queryClient, session]);
}
