import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountPanel } from '../../../../src/components/account/AccountPanel.js';
import { LoggedIn, LoggedOut } from '../../../../src/components/login/LoggedIn.js';
import { LoginCard } from '../../../../src/components/login/LoginCard.js';
import type { TestService, TestServiceSettings } from '../../../../src/testing/createTestService.js';
import '../../../../src/components/account/account.css';
import { openPage, type Page } from '../openCard.js';

export const ada = 'ada@example.com';
/** The address that she changes to. */
export const newAda = 'ada@lovelace.example';

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const row = (label: string) => page.getByText(label, { exact: true });
export const code = page.getByRole('textbox', { name: '6-digit code' });

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

/** Types a new e-mail address, and sends a code to it. */
export async function changeEmailTo(address: string): Promise<void> {
  await button('Change: Email').click();
  await page.getByLabelText('Email', { exact: true }).fill(address);
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveFocus();
}

export const typeCodeOf = ({ inbox }: TestService, address: string) =>
  userEvent.keyboard(inbox.lastCode(address) ?? '');
