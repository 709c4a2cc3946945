/** Tells the other stores of this page, to which the browser sends no `storage` event, that something was written. */
export function tellPage(): void {
  globalThis.dispatchEvent?.(new Event(written));
}

const written = 'latchkey.sessions';

/** What tells that another store has written, in this page or in another tab, or that this one has been away for a while. */
export const wakingEvents: readonly string[] = [written, 'storage', 'focus', 'pageshow', 'visibilitychange'];
