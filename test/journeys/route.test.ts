import { chromium as playwright } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { answerRoute } from '../../src/testing/answerRoute.js';
import { createTestService } from '../../src/testing/createTestService.js';
import { chromium } from '../support/chromium.js';
import { foreignRequests } from '../support/foreignRequests.js';

test('the service in memory answers the pages of another test runner, and fails as planned', async () => {
  const service = await createTestService();
  const browser = await playwright.launch(chromium());
  onTestFinished(async () => {
    await browser.close();
    await service.close();
  });
  const page = await browser.newPage();
  const { unexpected } = foreignRequests(page.context());
  const { authProxyUrl, authProxyConfigId } = service.settings;
  await page.route('https://app.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>app</title>' }),
  );
  await page.route(`${authProxyUrl}/**`, answerRoute(service));
  await page.goto('https://app.test/');
  const ask = (name: string, body: object) =>
    page.evaluate(
      async ({ url, headers, sent }) => {
        const response = await fetch(url, { method: 'POST', headers, body: sent });
        return { status: response.status, answer: await response.json() };
      },
      {
        url: `${authProxyUrl}/v1/${name}`,
        headers: { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-ID': authProxyConfigId },
        sent: JSON.stringify(body),
      },
    );
  const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' };
  expect(await ask('otp_init', request)).toMatchObject({ status: 200, answer: { otpId: expect.any(String) } });
  expect(service.inbox.lastCode('ada@example.com')).toMatch(/^\d{6}$/);
  service.failures.next('otp_init', 'unreachable');
  await expect(ask('otp_init', request)).rejects.toThrow('Failed to fetch');
  service.failures.next('otp_init', { refuse: 'TOO_MANY_CODES', details: { retryAfterMs: 60_000 } });
  expect(await ask('otp_init', request)).toMatchObject({ status: 429 });
  expect(unexpected).toEqual([]);
});
