import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountPanel } from '../../../src/components/account/AccountPanel.js';
import { LoggedIn, LoggedOut } from '../../../src/components/login/LoggedIn.js';
import { LoginCard } from '../../../src/components/login/LoginCard.js';
import type { LatchkeyError } from '../../../src/errors.js';
import '../../../src/components/account/account.css';
import { openPage } from './openCard.js';

const alert = page.getByRole('alert');

test('the app is told of each failure that the person is shown, once: screen and provider', async () => {
  const ofScreen: LatchkeyError[] = [];
  const ofProvider: LatchkeyError[] = [];
  const { service, email } = await openPage(
    <LoginCard onError={(error) => ofScreen.push(error)} />,
    {},
    { onError: (error) => ofProvider.push(error) },
  );
  await email.fill('ada');
  await userEvent.keyboard('{Enter}');
  await expect.element(alert).toHaveTextContent('Enter an email like name@example.com.');
  expect(ofScreen).toEqual([]);
  service.failures.next('otp_init', { refuse: 'TOO_MANY_CODES' });
  await email.fill('ada@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(alert).toBeVisible();
  await expect.poll(() => ofScreen).toMatchObject([{ code: 'TOO_MANY_CODES', status: 429 }]);
  expect(ofProvider).toEqual(ofScreen);
  service.failures.next('otp_init', 'unreachable');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => ofScreen.map(({ code }) => code)).toEqual(['TOO_MANY_CODES', 'UNREACHABLE_OR_ORIGIN']);
  expect(ofProvider).toEqual(ofScreen);
});

test('the provider is told of what fails in the account’s panel, too', async () => {
  const told: LatchkeyError[] = [];
  const { service, logIn } = await openPage(
    <>
      <LoggedOut>
        <LoginCard />
      </LoggedOut>
      <LoggedIn>
        <AccountPanel />
      </LoggedIn>
    </>,
    {},
    { onError: (error) => told.push(error) },
  );
  await logIn('ada@example.com');
  await page.getByRole('button', { name: 'Add: Name' }).click();
  service.failures.next('update_user_name', { refuse: 'NAME_TAKEN' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lovelace');
  await userEvent.keyboard('{Enter}');
  await expect.element(alert).toBeVisible();
  expect(told.map(({ code }) => code)).toEqual(['NAME_TAKEN']);
});
