import type { LatchkeyError } from '../errors.js';
import { callApp } from '../login/callApp.js';
import type { ScreenError, ScreenOptions } from './screenError.js';

/** A function that tells the listener of each failure once, though two parts of a screen may show it. */
export function tellsOnce(listener: { readonly current: ScreenOptions['onError'] }): (error: LatchkeyError) => void {
  const told = new WeakSet<LatchkeyError>();
  return (error) => {
    if (told.has(error)) return;
    told.add(error);
    callApp(listener.current, error as ScreenError);
  };
}
