/** What becomes of a request: its answer is lost after the node has read it, or it is cut off before. */
export type Fate = 'lost' | 'cut' | undefined;

/** Fetches from a node over a line that loses some. @param fateOf - of a request, by its body. */
export const lossy = (fateOf: (body: string) => Fate) => async (url: string, init: RequestInit) => {
  const fate = fateOf(String(init.body));
  if (fate === 'cut') throw new TypeError('fetch failed');
  const answer = await fetch(url, init);
  if (fate === 'lost') throw new TypeError('fetch failed');
  return answer;
};
