/** What a URL answers within five seconds. No redirect is followed. @throws what `fetch` throws. */
export const answerAt = (url: string): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) });
