'use client';
import { type RefObject, useEffect, useRef, useState } from 'react';

type ReadToEnd<Box> = {
  readonly box: RefObject<Box | null>;
  /** Whether its end is not on the screen. */
  readonly isLong: boolean;
  /** To be called when it is scrolled. */
  readonly look: () => void;
};

/** A box that scrolls, and tells once its end has been on the screen. */
export function useReadToEnd<Box extends HTMLElement>(onRead: () => void): ReadToEnd<Box> {
  const box = useRef<Box>(null);
  const [isLong, setIsLong] = useState(false);
  function look() {
    if (!box.current) return;
    const { scrollTop, clientHeight, scrollHeight } = box.current;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 2;
    setIsLong(!isAtEnd);
    if (isAtEnd) onRead();
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once it stands, then at each scroll
  useEffect(look, []);
  return { box, isLong, look };
}
