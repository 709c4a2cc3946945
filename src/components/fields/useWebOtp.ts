'use client';
import { useEffect } from 'react';
import { useLatest } from '../../hooks/useLatest.js';
import { textedCode } from '../../login/textedCode.js';

/** Reads the code from a text message, if the browser can, while `isListening`. {@link textedCode} */
export function useWebOtp(isListening: boolean, onCode: (code: string) => void): void {
  const latest = useLatest(onCode);
  useEffect(() => {
    if (!isListening) return;
    const listening = new AbortController();
    void textedCode(listening.signal).then((code) => code && latest.current(code));
    return () => listening.abort();
  }, [isListening, latest]);
}
