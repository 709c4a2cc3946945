import { chromium as playwright } from 'playwright';
import { chromium } from '../../test/support/chromium.js';
import { foreignRequests } from '../../test/support/foreignRequests.js';

/**
 * A person opens the app, logs in with the code that they read on the service's page, and comes back.
 *
 * @param at - the addresses of both.
 * @returns each step with what went wrong; the first one that fails is the last.
 */
export async function tryApp(at: {
  readonly app: string;
  readonly service: string;
}): Promise<readonly [title: string, faults: readonly string[]][]> {
  const steps: [string, string[]][] = [];
  const browser = await playwright.launch(chromium());
  try {
    const context = await browser.newContext({ locale: 'en-US' });
    context.setDefaultTimeout(120_000); // beside other programs nothing is drawn for many seconds
    const { unexpected } = foreignRequests(context);
    const complaints: string[] = [];
    context.on('weberror', (error) => complaints.push(String(error.error())));
    context.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
    const page = await context.newPage();
    const inbox = await context.newPage();
    const isIn = page.getByText(/^Your user id is [0-9a-f-]{36}\.$/);

    await page.goto(at.app);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: '6-digit code' });
    await field.waitFor();
    steps.push(['the app asks for a code', []]);

    await inbox.goto(at.service);
    const code = await inbox.locator('ol > li code').first().innerText();
    await inbox.getByLabel('Email address').waitFor();
    steps.push(['the service’s page shows the code, and a login to try', []]);

    await page.bringToFront();
    await field.pressSequentially(code);
    await isIn.waitFor();
    steps.push(['the code logs in', []]);

    await page.reload();
    await isIn.waitFor();
    steps.push(['a reload leaves the person logged in', []]);
    steps.push(['nothing is complained of in the browser, and nobody else is asked', [...complaints, ...unexpected]]);
  } catch (error) {
    steps.push(['what the README says happens', [String(error)]]);
  } finally {
    await browser.close();
  }
  return steps;
}
