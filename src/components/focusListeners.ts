import type { DOMAttributes, RefObject } from 'react';

export type FocusListeners = Pick<DOMAttributes<HTMLFormElement>, 'onFocus' | 'onBlur' | 'onClickCapture'>;

/**
 * Keeps in a ref whether somebody is at a form. React tells of no focus that is lost to its own changes, as to a field that it takes away
 * or disables.
 */
export const focusListeners = (isInside: RefObject<boolean>): FocusListeners => ({
  onFocus: () => {
    isInside.current = true;
  },
  onBlur: () => {
    isInside.current = false;
  },
  onClickCapture: () => {
    isInside.current = true; // Safari gives a button that is clicked no focus
  },
});
