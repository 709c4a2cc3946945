import type { DOMAttributes, RefObject } from 'react';

export type FocusListeners = Pick<DOMAttributes<HTMLFormElement>, 'onFocus' | 'onBlur' | 'onClickCapture'>;

/**
 * Tracks in a ref whether the focus is in a form. React reports no blur that its own changes cause, such as removing or disabling a field.
 */
export const focusListeners = (isInside: RefObject<boolean>): FocusListeners => ({
  onFocus: () => {
    isInside.current = true;
  },
  onBlur: () => {
    isInside.current = false;
  },
  onClickCapture: () => {
    isInside.current = true; // Safari does not focus a clicked button
  },
});
