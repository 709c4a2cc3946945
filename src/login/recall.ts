/** What this browser kept under a name; nothing where it keeps nothing for the page. */
export function recall(area: 'localStorage' | 'sessionStorage', name: string): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name, or drops it. Nothing secret is kept so, and nobody relies on it. */
export function remember(area: 'localStorage' | 'sessionStorage', name: string, text: string | undefined): void {
  try {
    if (text === undefined) globalThis[area].removeItem(name);
    else globalThis[area].setItem(name, text);
  } catch {
    // A full or blocked storage: what was to be remembered is asked or typed again.
  }
}
