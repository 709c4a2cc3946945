'use client';
import { type DOMAttributes, useEffect, useRef, useState } from 'react';
import { useLatest } from '../../hooks/useLatest.js';

type Hold = {
  readonly isShown: boolean;
  /** Whether it is shown without holding. */
  readonly isKept: boolean;
  /** Shows it for a minute without holding, or hides it again. */
  readonly keep: () => void;
  /** The event handlers of the button. */
  readonly hold: Pick<
    DOMAttributes<HTMLButtonElement>,
    | 'onPointerDown'
    | 'onPointerUp'
    | 'onPointerCancel'
    | 'onPointerLeave'
    | 'onKeyDown'
    | 'onKeyUp'
    | 'onBlur'
    | 'onClick'
    | 'onContextMenu'
  >;
};

/**
 * Shows something while a button is held, by pointer or by Space or Enter, and hides it when the button, the window or the page is left.
 * It can also be kept for a minute, which ends in the same cases. Assistive technologies press without holding, some with pointer events of their own: their press shows, and the next one hides.
 *
 * @param show - draws it, if it is still wanted by then
 */
export function useHold({ show, hide }: { show: (isWanted: () => boolean) => Promise<void>; hide: () => void }): Hold {
  const [shown, setShown] = useState<'held' | 'kept'>();
  const wanted = useRef(false);
  const minute = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** A manual press may end with a click event. */
  const isByHand = useRef(false);
  const actions = useLatest({ show, hide });

  function begin(how: 'held' | 'kept') {
    setShown(how);
    if (wanted.current) return;
    wanted.current = true;
    actions.current.show(() => wanted.current).catch(end); // dropped meanwhile
  }

  function keep() {
    if (shown === 'kept') return end();
    begin('kept');
    minute.current = setTimeout(end, minuteMs);
  }

  function end() {
    clearTimeout(minute.current);
    wanted.current = false;
    actions.current.hide();
    setShown(undefined);
  }

  function release() {
    if (isByHand.current) end();
  }

  function leave() {
    release();
    isByHand.current = false;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls reads what is there now
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    addEventListener('blur', end, { signal });
    addEventListener('pagehide', end, { signal });
    document.addEventListener('visibilitychange', end, { signal });
    return () => {
      left.abort();
      end();
    };
  }, []);

  return {
    isShown: shown !== undefined,
    isKept: shown === 'kept',
    keep,
    hold: {
      onPointerDown({ button, isPrimary, nativeEvent }) {
        isByHand.current = button === 0 && isPrimary && !isVirtual(nativeEvent);
        if (isByHand.current) begin('held');
      },
      onPointerUp: release,
      onPointerCancel: leave,
      onPointerLeave: leave,
      onKeyDown(event) {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault(); // prevents a click event
        if (!event.repeat) begin('held');
      },
      onKeyUp: end,
      onBlur: end,
      onClick() {
        if (isByHand.current) isByHand.current = false;
        else if (wanted.current) end();
        else begin('held');
      },
      onContextMenu: (event) => event.preventDefault(), // a long touch is a hold
    },
  };
}

const minuteMs = 60_000;

/**
 * Whether an assistive technology made the event: VoiceOver's on iOS have no size, or one below 1 and no pressure; TalkBack's are of a
 * mouse without pressure.
 *
 * @see Pointer Events 3, 4.1: a pointer of hardware without contact geometry is 1 by 1, and has a pressure of 0.5 while it is pressed
 */
function isVirtual({ width, height, pressure, detail, pointerType }: PointerEvent): boolean {
  if (width === 0 && height === 0) return true;
  const isSmall = width < 1 && height < 1;
  const isMouse = width === 1 && height === 1 && pointerType === 'mouse';
  return pressure === 0 && detail === 0 && (isSmall || isMouse);
}
