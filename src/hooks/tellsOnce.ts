import type { LatchkeyError } from '../errors.js';
import { callApp } from '../login/callApp.js';

/** The app's listener to failures. */
export type OnError = ((error: LatchkeyError) => void) | undefined;

/** A function that tells the listener of each failure once, though two parts of a screen may show it. */
export function tellsOnce(listener: { readonly current: OnError }): (error: LatchkeyError) => void {
  const told = new WeakSet<LatchkeyError>();
  return (error) => {
    if (told.has(error)) return;
    told.add(error);
    callApp(listener.current, error);
  };
}
