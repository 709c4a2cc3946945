'use client';
import { useEffect, useRef } from 'react';
import { type KeptLogin, keepLogin, keptLogin } from '../login/keptLogin.js';
import type { OtpState } from '../login/otpMachine.js';
import { useBeforePaint } from './useBeforePaint.js';

/**
 * Brings back what was under way before this tab was loaded again, before anything is painted, and keeps what is under way now.
 *
 * @param onKept - called once, where there is something
 */
export function useKeptLogin(
  authProxyConfigId: string,
  { step, busy }: OtpState,
  clock: () => number,
  onKept: (kept: KeptLogin) => void,
): void {
  const isRead = useRef(false);
  const last = useRef<KeptLogin['last']>(undefined);
  useBeforePaint(() => {
    if (isRead.current) return;
    isRead.current = true;
    const kept = keptLogin(authProxyConfigId, clock());
    last.current = kept.last;
    if (kept.step ?? kept.last) onKept(kept);
  });
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current)
      isFirst.current = false; // what was kept is not known to the state yet
    else if (busy === 'leaving') last.current = step.sent?.to;
    else keepLogin(authProxyConfigId, { step, last: last.current });
  }, [authProxyConfigId, step, busy]);
}
