'use client';
import { type RefObject, useEffect, useRef } from 'react';

/** Where the focus goes when an entry of a list has gone, and the button that was pressed for that with it. */
export function useFocusAfter(count: number): { button: RefObject<HTMLButtonElement | null>; removing: () => void } {
  const button = useRef<HTMLButtonElement>(null);
  const isRemoving = useRef(false);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && isRemoving.current) {
      isRemoving.current = false;
      if (document.activeElement === document.body) button.current?.focus();
    }
    before.current = count;
  }, [count]);
  return {
    button,
    removing: () => {
      isRemoving.current = true;
    },
  };
}
