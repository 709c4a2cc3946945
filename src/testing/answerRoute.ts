import type { TestService } from './createTestService.js';

/** The part of a Playwright route that is used, so that Playwright itself need not be installed. */
export type Route = {
  request(): {
    url(): string;
    method(): string;
    postData(): string | null;
    allHeaders(): Promise<Record<string, string>>;
  };
  fulfill(answer: { status: number; headers: Record<string, string>; body: string }): Promise<void>;
  abort(reason: 'failed'): Promise<void>;
};

/**
 * Answers a page's requests in Playwright with the in-memory service, with its planned failures and inbox:
 * `await page.route(service.settings.authProxyUrl + '/**', answerRoute(service))`.
 */
export function answerRoute({ fetch }: Pick<TestService, 'fetch'>): (route: Route) => Promise<void> {
  return async (route) => {
    const request = route.request();
    const headers = Object.entries(await request.allHeaders()).filter(([name]) => /^[a-z]/.test(name));
    try {
      const response = await fetch(request.url(), { method: request.method(), headers, body: request.postData() });
      await route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      });
    } catch {
      await route.abort('failed');
    }
  };
}
