'use client';
import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the first new entry of a list, once more have come; where none have and there are no more, to the last one. */
export function useFocusOnMore({ isFetching, hasMore }: { isFetching: boolean; hasMore: boolean }): {
  readonly list: RefObject<HTMLUListElement | null>;
  /** Called before more are requested, with the number of entries. */
  readonly awaitMore: (count: number) => void;
} {
  const list = useRef<HTMLUListElement>(null);
  const next = useRef<number>(undefined);
  useEffect(() => {
    if (isFetching || next.current === undefined) return;
    const items = list.current?.children ?? [];
    // Without another entry the button goes, where there is none left.
    const item = items[next.current] ?? (hasMore ? undefined : items[next.current - 1]);
    if (item instanceof HTMLElement) item.focus();
    next.current = undefined;
  }, [isFetching, hasMore]);
  return {
    list,
    awaitMore: (count) => {
      next.current = count;
    },
  };
}
