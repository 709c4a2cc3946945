import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { submit } from '../../../../src/client/submit.js';
import { createAuthenticators } from '../../../../src/contract/authenticators.js';
import type { TestServiceSettings } from '../../../../src/testing/createTestService.js';
import { logIn } from '../../../../src/testing/logIn.js';
import { createPasskey } from '../../../support/passkey.js';
import { plugIn } from '../../passkeys/authenticator.js';
import { openPage, type Page } from '../openCard.js';
import { account, ada, button, changeEmailTo, code, newAda, openAccount, row, typeCodeOf } from './openAccount.js';

/** A person who signed up by a passkey alone, at their account. */
async function openByPasskey(): Promise<Page> {
  const opened = await openPage(account, { config: { allowedAuthMethods: ['passkey'] } });
  await button('Continue with a passkey').click();
  await button('Sign up with a passkey').click();
  await button('Create a passkey').click();
  await expect.element(button('Delete account')).toBeVisible();
  return opened;
}

async function deleteAccount(): Promise<void> {
  await expect.element(row('This device')).toBeVisible();
  await button('Delete account').click();
  await page.getByLabelText('I understand').click();
  await button('Delete account').click();
}

describe('the account panel', () => {
  test('adds a passkey of this device and removes it again, where the configuration has passkeys', async () => {
    const device = await plugIn();
    await openAccount({ allowedAuthMethods: ['email', 'passkey'] });
    await button('Add a passkey').click();
    const remove = page.getByRole('button', { name: /^Remove: / });
    await expect.poll(() => remove.elements()).toHaveLength(1);
    expect(await device.credentials()).toHaveLength(1);
    await remove.click();
    await expect.poll(() => remove.elements()).toHaveLength(0);
  });

  test('tells whose passkey it is and where it is kept, beside the name that the person knows', async () => {
    const opened = await openPage(account, { config: { allowedAuthMethods: ['email', 'passkey'] } });
    const { client, session } = await logIn(opened.service, ada);
    const { origin } = location;
    const yubiKey = await createPasskey({ origin, aaguid: 'cb69481e-8ff7-4039-93ec-0a2729a154a8' });
    const unknown = await createPasskey({ origin });
    const authenticators = [
      { ...(await yubiKey.register()), authenticatorName: 'Spare key' },
      { ...(await unknown.register()), authenticatorName: 'Laptop' },
    ];
    await submit(client, createAuthenticators, { userId: session.userId, authenticators }, { session });
    await opened.logIn(ada);
    await expect.element(row('YubiKey')).toBeVisible();
    const kindBeside = (name: string) => row(name).element().closest('li')?.querySelector('svg')?.dataset.kind;
    expect([kindBeside('Spare key'), kindBeside('Laptop')]).toEqual(['key', undefined]);
  });

  test('names a new person’s passkey after the app and the day, unless they typed a name', async () => {
    const device = await plugIn();
    const config: TestServiceSettings['config'] = {
      allowedAuthMethods: ['passkey'],
      emailCustomizationParams: { appName: 'Acme' },
    };
    await openPage(account, { config });
    await button('Continue with a passkey').click();
    await button('Sign up with a passkey').click();
    await button('Create a passkey').click();
    await expect.element(page.getByRole('button', { name: /^Rename: Acme, / })).toBeVisible();
    expect(await device.credentials()).toMatchObject([{ userName: expect.stringMatching(/^Acme, /) }]);
  });

  test('renames a passkey in its place, by keyboard alone, and returns the focus', async () => {
    await plugIn();
    const { service } = await openAccount({ allowedAuthMethods: ['email', 'passkey'] });
    await button('Add a passkey').click();
    await expect.element(button('Rename: Passkey')).toBeVisible();
    button('Rename: Passkey').element().focus();
    await userEvent.keyboard('{Enter}');
    const field = page.getByRole('textbox', { name: 'Passkey name' });
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('Never{Escape}');
    await expect.element(button('Rename: Passkey')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('Passkey');
    await userEvent.keyboard('{Backspace}{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Enter a name.');
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('Laptop');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    service.failures.next('update_authenticator', { refuse: 'TOO_MANY_REQUESTS' });
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Too many requests from this network.');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Rename: Laptop')).toHaveFocus();
    await expect.element(page.getByText('Saved.')).toBeInTheDocument();
    await expect.element(button('Remove: Laptop')).toBeVisible();
  });

  test('asks for a fresh login before a passkey is renamed, and then renames it', async () => {
    await plugIn();
    const { service } = await openAccount({ allowedAuthMethods: ['email', 'passkey'] });
    await button('Add a passkey').click();
    await button('Rename: Passkey').click();
    service.clock.advanceMs(11 * 60_000);
    await userEvent.keyboard('Laptop{Enter}');
    await button('Send code').click();
    await expect.element(code).toHaveFocus();
    await typeCodeOf(service, ada);
    await expect.element(button('Rename: Laptop')).toHaveFocus();
  });

  test('asks for a fresh login before a passkey is added, and then adds it', async () => {
    await plugIn();
    const { service } = await openAccount({ allowedAuthMethods: ['email', 'passkey'] });
    service.clock.advanceMs(11 * 60_000);
    await button('Add a passkey').click();
    await button('Send code').click();
    await expect.element(code).toHaveFocus();
    await typeCodeOf(service, ada);
    await expect.element(page.getByRole('button', { name: /^Remove: / })).toBeVisible();
  });

  test('offers no second passkey on a device that has one', async () => {
    await plugIn();
    await openAccount({ allowedAuthMethods: ['email', 'passkey'] });
    await button('Add a passkey').click();
    await expect.element(page.getByRole('button', { name: /^Remove: / })).toBeVisible();
    await button('Add a passkey').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('This device already has your passkey.');
  });

  test('takes a passkey in the place of a code, where the person has one, and then continues', async () => {
    await plugIn();
    const { service } = await openAccount({ allowedAuthMethods: ['email', 'passkey'] });
    await button('Add a passkey').click();
    await expect.element(page.getByRole('button', { name: /^Remove: / })).toBeVisible();
    service.clock.advanceMs(11 * 60_000);
    await changeEmailTo(newAda);
    await typeCodeOf(service, newAda);
    await expect.element(button('Send code')).toBeVisible();
    await button('Continue with a passkey').click();
    await expect.element(row(newAda)).toBeVisible();
  });

  test('asks a person without a contact for a passkey, and then continues', async () => {
    await plugIn();
    const { service } = await openByPasskey();
    service.clock.advanceMs(11 * 60_000);
    await deleteAccount();
    await expect.element(page.getByText('Confirm it’s you')).toBeVisible();
    await button('Cancel').click();
    await expect.element(button('Delete account')).toHaveFocus();
    await button('Delete account').click();
    await expect.element(page.getByLabelText('I understand')).not.toBeChecked();
    await page.getByLabelText('I understand').click();
    await button('Delete account').click();
    await button('Continue with a passkey').click();
    await expect.element(page.getByRole('form', { name: 'Log in' })).toBeVisible();
  });

  test('shows no passkeys if the configuration has none', async () => {
    await openAccount();
    await expect.element(row('This device')).toBeVisible();
    await expect.element(button('Add a passkey')).not.toBeInTheDocument();
  });
});
