'use client';
import { useEffect, useRef } from 'react';

/**
 * Takes the code out of a text message where the browser can (Chrome on Android), as long as `isListening`. The message must
 * end in `@host #code`.
 *
 * @see W3C WebOTP API, section 2
 */
export function useWebOtp(isListening: boolean, onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    if (!isListening || !('OTPCredential' in window)) return;
    const listening = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: listening.signal };
    navigator.credentials.get(request).then(
      (credential) => credential && !listening.signal.aborted && latest.current((credential as OtpCredential).code),
      () => {}, // refused or aborted: the person types the code
    );
    return () => listening.abort();
  }, [isListening]);
}

type OtpRequest = CredentialRequestOptions & { otp: { transport: 'sms'[] } };
type OtpCredential = Credential & { readonly code: string };
