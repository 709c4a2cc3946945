import { expect, test } from 'vitest';
import { startDemo } from './support/builtDemo.js';
import { button, logIn } from './support/login.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

test("the app's backend verifies who is logged in, each time by a new proof, and refuses a recorded one", async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  await page.goto('/');
  await logIn(page, demo, 'ada@example.com');
  const sent: Record<string, string>[] = [];
  page.on('request', async (request) => {
    if (request.url().endsWith('/api/me')) sent.push(await request.allHeaders());
  });
  for (const times of [1, 2]) {
    await button(page, 'Ask the backend').click();
    await page.getByText('The backend knows you.').waitFor();
    await expect.poll(() => sent.length).toBe(times);
  }
  const [first, second] = sent.map(({ authorization = '', dpop = '' }) => ({ authorization, dpop }));
  expect(first?.authorization).toBe(second?.authorization);
  expect(first?.dpop).not.toBe(second?.dpop);
  const recorded = await fetch(`${demo.url}/api/me`, { headers: first ?? {} });
  expect(recorded.status).toBe(401);
  expect(await recorded.json()).toMatchObject({ code: 'PROOF_REPLAYED' });
  expect(demo.violations).toEqual([]);
});
