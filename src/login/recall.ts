/** A stored text of this browser by name; `undefined` if storage is unavailable. */
export function recall(area: 'localStorage' | 'sessionStorage', name: string): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text by name, or removes it. Never for secrets, or for data that is required. */
export function remember(area: 'localStorage' | 'sessionStorage', name: string, text: string | undefined): void {
  try {
    if (text === undefined) globalThis[area].removeItem(name);
    else globalThis[area].setItem(name, text);
  } catch {
    // Full or blocked storage: the data is requested or typed again.
  }
}
