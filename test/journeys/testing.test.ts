import { expect, onTestFinished, test } from 'vitest';
import { answerRoute } from '../../src/testing/answerRoute.js';
import { createTestService } from '../../src/testing/createTestService.js';
import { logInPage } from '../../src/testing/logInPage.js';
import { startDemo } from './support/builtDemo.js';
import { email, typeCode, walletAddress, welcome } from './support/login.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

/** An app with its settings built in, and the service in memory that answers instead of the configured one. */
async function openApp() {
  const demo = await startDemo('127.0.0.1');
  const settings = await (await fetch(`${demo.url}/demo-settings.json`)).json();
  const service = await createTestService(settings);
  onTestFinished(() => service.close());
  const { page } = await visit(demo);
  // The app pins the keys of the service that answers it.
  const json = { ...settings, trust: service.trust };
  await page.route('**/demo-settings.json', (route) => route.fulfill({ json }));
  await page.route(`${service.settings.authProxyUrl}/**`, answerRoute(service));
  return { demo, service, page };
}

test('an app with its settings built in is answered by the service in memory', async () => {
  const { demo, service, page } = await openApp();
  await page.goto('/');
  await email(page).fill('ada@example.com');
  await email(page).press('Enter');
  await expect.poll(() => service.inbox.lastCode('ada@example.com')).toMatch(/^\d{6}$/);
  await typeCode(page, service.inbox.lastCode('ada@example.com') ?? '');
  await walletAddress(page).waitFor();
  expect(demo.inbox.list()).toEqual([]);
});

test('a person is put into a page logged in, with a key that the page cannot read', async () => {
  const { service, page } = await openApp();
  await page.goto('/');
  await email(page).waitFor();
  const session = await logInPage(page, service, 'ada@example.com');
  await welcome(page).waitFor();
  await page.getByText('ada@example.com').waitFor();
  await page.reload();
  await walletAddress(page).waitFor();
  const isReadable = await page.evaluate(
    (publicKey) =>
      new Promise((resolve) => {
        const opening = indexedDB.open('latchkey');
        opening.onsuccess = () => {
          const asked = opening.result.transaction('keys').objectStore('keys').get(publicKey);
          asked.onsuccess = () => resolve(asked.result.privateKey.extractable);
        };
      }),
    session.publicKey,
  );
  expect(isReadable).toBe(false);
});
