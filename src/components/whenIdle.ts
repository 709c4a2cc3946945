/** Once the page has nothing better to do; where a browser does not tell, a second later. @returns calls it off */
export function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const asked = requestIdleCallback(act);
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(act, 1000);
  return () => clearTimeout(timer);
}
