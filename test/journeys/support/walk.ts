import type { BuiltDemo } from './builtDemo.js';
import { alert, askForCode, button, email, nextCode, typeCode, walletAddress, wrong } from './login.js';
import type { Visitor } from './visitor.js';

/** The refusals on the way. */
export const refusalsOfWalk: readonly string[] = Array(3).fill('/v1/otp_verify_v2 400');

/** Goes through every screen of the demo, and calls a function at each. */
export async function walk(
  demo: BuiltDemo,
  { page, advanceMs }: Visitor,
  stop: (screen: string) => Promise<void>,
): Promise<void> {
  await email(page).waitFor();
  await stop('contact');
  await email(page).fill('ada at example');
  await email(page).press('Enter');
  await alert(page).waitFor();
  await stop('contact refused');
  await button(page, 'Use phone').click();
  await page.getByLabel('Country').locator('option', { hasText: 'Germany' }).waitFor({ state: 'attached' });
  await page.getByLabel('Country').selectOption('DE');
  await page.getByLabel('Phone number').fill('1512 3456789');
  await stop('phone');
  await button(page, 'Use email').click();

  await askForCode(page, demo, 'ada.lovelace@example.com');
  await typeCode(page, '42');
  await stop('code');
  await advanceMs(5 * 60_000 + 1_000);
  await page.getByRole('heading', { name: 'This code has expired' }).waitFor();
  await stop('code expired');
  const askAgain = () => nextCode(demo, () => button(page, 'Send a new code').click());
  const right = await askAgain();
  for (const screen of ['code refused', 'code refused again', 'code locked']) {
    await typeCode(page, wrong(right));
    await page.locator('form[data-error]:not([data-busy])').waitFor();
    await stop(screen);
  }
  await typeCode(page, await askAgain());
  await walletAddress(page).waitFor();
  await stop('account');
  await button(page, 'Sign message').click();
  await page.getByText('Verified: signed by your address.').waitFor();
  await stop('signed');
  // A page that was not used since it was loaded does not renew its session.
  await page.reload();
  await walletAddress(page).waitFor();
  await advanceMs(14 * 60_000 + 1_000);
  await page.getByText('You’ll be logged out in a minute.').waitFor();
  await stop('session ending');
  await advanceMs(60_000);
  await email(page).waitFor();
  await stop('session ended');
}
