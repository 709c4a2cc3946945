/** Runs when the page is idle; in browsers that do not report that, a second later. @returns cancels it */
export function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(act);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, 1000);
  return () => clearTimeout(timer);
}
