import { chromium as playwright } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { chromium } from '../support/chromium.js';
import { foreignRequests } from '../support/foreignRequests.js';

test('a page under test reaches no other host, and what it requests of one is named', async () => {
  const browser = await playwright.launch(chromium());
  onTestFinished(() => browser.close());
  const context = await browser.newContext();
  const { unexpected } = foreignRequests(context, ['https://expected.example/']);
  const page = await context.newPage();
  await page.route('https://answered.example/', (route) => route.fulfill({ body: '<title>answered</title>' }));
  await page.goto('https://answered.example/');
  const outcomes = await page.evaluate(() =>
    Promise.all(
      ['https://expected.example/a', 'https://example.com/b', 'https://192.0.2.1/c'].map((url) =>
        fetch(url, { mode: 'no-cors' }).then(
          () => 'answered',
          () => 'failed',
        ),
      ),
    ),
  );
  expect(outcomes).toEqual(['failed', 'failed', 'failed']);
  expect([...unexpected].sort()).toEqual(['https://192.0.2.1/c', 'https://example.com/b']);
});
