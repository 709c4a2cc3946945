'use client';
import { useEffect, useRef } from 'react';
import type { LoginState } from '../../login/loginState.js';
import { isOtp } from '../../login/methods.js';

/** Offers passkeys in the e-mail field while it is shown: in the step of a new passkey, the one just made would log in by itself. */
export function usePasskeyOffers(login: LoginState, isEnabled: boolean): void {
  const offers =
    isEnabled &&
    login.at === 'contact' &&
    isOtp(login.method) &&
    login.method.channel === 'email' &&
    login.methods.some(({ type }) => type === 'passkey');
  const offer = useRef<(signal: AbortSignal) => Promise<void>>(undefined);
  if (login.at === 'contact') offer.current = login.offerPasskeys;
  useEffect(() => {
    if (!offers) return;
    const shown = new AbortController();
    offer.current?.(shown.signal).catch(() => {}); // the button is there, too
    return () => shown.abort();
  }, [offers]);
}
