/** Notifies the other stores of this page, to which the browser sends no `storage` event, of a write. */
export function notifyPage(): void {
  globalThis.dispatchEvent?.(new Event(written));
}

const written = 'latchkey.sessions';

/** Events after which a store must read again: another store has written, in this page or in another tab, or the page was suspended. */
export const wakingEvents: readonly string[] = [written, 'storage', 'focus', 'pageshow', 'visibilitychange'];
