import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { AccountPanel } from '../../../../src/components/account/AccountPanel.js';
import { LoggedIn, LoggedOut } from '../../../../src/components/login/LoggedIn.js';
import { LoginCard } from '../../../../src/components/login/LoginCard.js';
import type { TestServiceSettings } from '../../../../src/testing/createTestService.js';
import '../../../../src/components/account/account.css';
import { openPage, type Page } from '../openCard.js';

export const ada = 'ada@example.com';

export const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The panel of whoever is logged in; the card for others. */
export const account = (
  <>
    <LoggedOut>
      <LoginCard autoFocus />
    </LoggedOut>
    <LoggedIn>
      <AccountPanel />
    </LoggedIn>
  </>
);

/** Ada, logged in, at her account. */
export async function openAccount(config: TestServiceSettings['config'] = {}): Promise<Page> {
  const opened = await openPage(account, { config });
  await opened.logIn(ada);
  await expect.element(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await expect.element(button('Change: Email')).toBeVisible();
  return opened;
}
