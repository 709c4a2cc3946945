import type { BrowserContext, ConsoleMessage } from 'playwright';

export type ForeignRequests = {
  /** The URLs that were requested of other hosts, and are not expected. */
  readonly unexpected: readonly string[];
  /** Whether the browser reports that an expected one failed. */
  readonly isExpected: (message: ConsoleMessage) => boolean;
};

/**
 * Watches what the pages of a context request of other hosts. The browser finds none of them (see `chromium`), so no outcome depends on
 * the network; requests that the test answers by a route are not listed. @param expected - beginnings of URLs that a page may ask in vain
 */
export function foreignRequests(context: BrowserContext, expected: readonly string[] = []): ForeignRequests {
  const unexpected: string[] = [];
  const isNamed = (url: string) => expected.some((beginning) => url.startsWith(beginning));
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_NAME_NOT_RESOLVED') return;
    if (!isNamed(request.url())) unexpected.push(request.url());
  });
  return { unexpected, isExpected: (message) => isNamed(message.location().url) };
}
