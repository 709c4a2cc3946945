'use client';
import { type DOMAttributes, useEffect, useRef, useState } from 'react';

type Hold = {
  readonly isShown: boolean;
  /** What the button listens with. */
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
 * Assistive technologies press without holding: their press shows, and the next one hides.
 *
 * @param show - draws it, if it is still wanted by the time it can be drawn
 */
export function useHold({ show, hide }: { show: (isWanted: () => boolean) => Promise<void>; hide: () => void }): Hold {
  const [isShown, setShown] = useState(false);
  const wanted = useRef(false);
  /** A press by hand ends with a click of its own. */
  const isByHand = useRef(false);
  const actions = useRef({ show, hide });
  useEffect(() => {
    actions.current = { show, hide };
  });

  function begin() {
    if (wanted.current) return;
    wanted.current = true;
    setShown(true);
    actions.current.show(() => wanted.current).catch(end); // forgotten meanwhile
  }

  function end() {
    wanted.current = false;
    actions.current.hide();
    setShown(false);
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
    isShown,
    hold: {
      onPointerDown({ button, isPrimary }) {
        isByHand.current = true;
        if (button === 0 && isPrimary) begin();
      },
      onPointerUp: end,
      onPointerCancel: end,
      onPointerLeave: end,
      onKeyDown(event) {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault(); // no click of its own
        if (!event.repeat) begin();
      },
      onKeyUp: end,
      onBlur: end,
      onClick() {
        if (isByHand.current) isByHand.current = false;
        else if (wanted.current) end();
        else begin();
      },
      onContextMenu: (event) => event.preventDefault(), // a long touch is a hold
    },
  };
}
