'use client';
import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to `place` when an entry of a list has been removed with its button. */
export function useFocusAfter<Place extends HTMLElement = HTMLButtonElement>(count: number): FocusAfter<Place> {
  const place = useRef<Place>(null);
  const isRemoving = useRef(false);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && isRemoving.current) {
      isRemoving.current = false;
      if (document.activeElement === document.body) place.current?.focus();
    }
    before.current = count;
  }, [count]);
  return {
    place,
    removing: () => {
      isRemoving.current = true;
    },
  };
}

type FocusAfter<Place> = { place: RefObject<Place | null>; removing: () => void };
