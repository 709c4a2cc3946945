'use client';
import { useEffect, useState } from 'react';

/** Whether work has gone on for so many milliseconds: what is over before shows none. */
export function useIsSlow(isBusy: boolean, afterMs: number): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setIsSlow(true), afterMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isBusy, afterMs]);
  return isSlow;
}
