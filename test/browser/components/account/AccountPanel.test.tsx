import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { me } from '../../../../src/client/flows/me.js';
import { submit } from '../../../../src/client/submit.js';
import { AccountPanel } from '../../../../src/components/account/AccountPanel.js';
import { LoggedIn, LoggedOut } from '../../../../src/components/login/LoggedIn.js';
import { LoginCard } from '../../../../src/components/login/LoginCard.js';
import { createAuthenticators } from '../../../../src/contract/authenticators.js';
import { createReadWriteSession } from '../../../../src/contract/sessions.js';
import { updateUser } from '../../../../src/contract/users.js';
import { toHex } from '../../../../src/crypto/hex.js';
import { createAgreementKey } from '../../../../src/crypto/p256.js';
import type { TestService, TestServiceSettings } from '../../../../src/testing/createTestService.js';
import { logIn } from '../../../../src/testing/logIn.js';
import { createPasskey } from '../../../support/passkey.js';
import { plugIn } from '../../passkeys/authenticator.js';
import { openPage, type Page } from '../openCard.js';
import { account, ada, button, openAccount } from './openAccount.js';

const newAda = 'ada@lovelace.example';

/** The buttons that end sessions of other devices. */
const others = page.getByRole('button', { name: /^Log out: (?!This device)/ });
const row = (label: string) => page.getByText(label, { exact: true });
const code = page.getByRole('textbox', { name: '6-digit code' });

const inDialog = (
  <>
    <LoggedOut>
      <LoginCard autoFocus />
    </LoggedOut>
    <LoggedIn>
      <button type="button" onClick={() => document.querySelector('dialog')?.showModal()}>
        Open
      </button>
      <dialog>
        <AccountPanel />
      </dialog>
    </LoggedIn>
  </>
);

/** Where each of the panel's buttons has stood, by its name, after each change of the page. */
function placesOf(container: HTMLElement): ReadonlyMap<string, ReadonlySet<number>> {
  const places = new Map<string, Set<number>>();
  const watch = new MutationObserver(() => {
    for (const each of container.querySelectorAll('[data-latchkey="account"] button')) {
      const name = each.ariaLabel ?? each.textContent ?? '';
      const tops = places.get(name) ?? new Set();
      places.set(name, tops.add(Math.round(each.getBoundingClientRect().top + scrollY)));
    }
  });
  watch.observe(container, { subtree: true, childList: true, characterData: true, attributes: true });
  onTestFinished(() => watch.disconnect());
  return places;
}

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

/** Types a new e-mail address, and sends a code to it. */
async function changeEmailTo(address: string): Promise<void> {
  await button('Change: Email').click();
  await page.getByLabelText('Email', { exact: true }).fill(address);
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveFocus();
}

const typeCodeOf = ({ inbox }: TestService, address: string) => userEvent.keyboard(inbox.lastCode(address) ?? '');

describe('the account panel', () => {
  test('renames the person and returns the focus', async () => {
    await openAccount();
    await button('Add: Name').click();
    await page.getByLabelText('Name', { exact: true }).fill('Ada Lovelace');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('Ada Lovelace')).toBeVisible();
    await expect.element(page.getByText('Saved.')).toBeInTheDocument();
    await expect.element(button('Edit: Name')).toHaveFocus();
  });

  test('changes the e-mail address once the new one is proved, and not before', async () => {
    const { service } = await openAccount();
    await changeEmailTo(newAda);
    await userEvent.keyboard('000000');
    await expect.element(page.getByRole('alert')).toHaveTextContent('That code isn’t right. Try again.');
    await typeCodeOf(service, newAda);
    await expect.element(row(newAda)).toBeVisible();
    await expect.element(button('Change: Email')).toBeVisible();
  });

  test('shows an error for a contact that belongs to another account', async () => {
    const { service } = await openAccount();
    await logIn(service, 'bob@example.com');
    await changeEmailTo('bob@example.com');
    await typeCodeOf(service, 'bob@example.com');
    await expect.element(page.getByRole('alert')).toHaveTextContent('This already belongs to another account.');
  });

  test('asks for a fresh login by a code if the last one is too old, and then continues the change', async () => {
    const { service } = await openAccount();
    service.clock.advanceMs(11 * 60_000);
    await changeEmailTo(newAda);
    await typeCodeOf(service, newAda);
    await expect.element(page.getByText('Confirm it’s you')).toBeVisible();
    await button('Send code').click();
    await expect.element(code).toHaveFocus();
    await typeCodeOf(service, ada);
    await expect.element(row(newAda)).toBeVisible();
    await expect.poll(() => page.getByText(/^This device$/).elements()).toHaveLength(1);
    await expect.poll(() => others.elements()).toHaveLength(0);
  });

  test('a change that is cancelled stays cancelled when the login that it waits for comes', async () => {
    const { service } = await openAccount();
    service.clock.advanceMs(11 * 60_000);
    await changeEmailTo(newAda);
    await typeCodeOf(service, newAda);
    await button('Send code').click();
    await expect.element(code).toHaveFocus();
    let letCome = () => {};
    service.failures.next('otp_login', {
      until: new Promise<void>((resolve) => {
        letCome = resolve;
      }),
    });
    await typeCodeOf(service, ada);
    await button('Cancel').click();
    letCome();
    await logIn(service, ada); // a second session, which the panel lists once the person is read again
    await button('Add: Name').click();
    await userEvent.keyboard('Ada{Enter}');
    await expect.element(page.getByText('Saved.')).toBeInTheDocument();
    await expect.element(row(ada)).toBeVisible();
    await expect.element(row(newAda)).not.toBeInTheDocument();
  });

  test('lists the person’s sessions, and ends one', async () => {
    const { service } = await openAccount();
    service.clock.advanceMs(60_000);
    await logIn(service, ada);
    await button('Add: Name').click();
    await userEvent.keyboard('Ada{Enter}'); // what changes the person is read again
    await expect.poll(() => others.elements()).toHaveLength(1);
    service.failures.next('delete_api_keys', { refuse: 'TOO_MANY_REQUESTS' });
    await others.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Too many requests from this network.');
    await others.click();
    await expect.poll(() => others.elements()).toHaveLength(0);
    await expect.element(row('This device')).toBeVisible();
    await expect.element(page.getByText(/^Chrome on \w+$/)).toBeVisible();
  });

  test('logs this device out where it is listed, and no other', async () => {
    const { service } = await openAccount();
    const { client } = await logIn(service, ada);
    await button('Log out: This device').click();
    await expect.element(page.getByRole('form', { name: 'Log in' })).toBeVisible();
    await expect.poll(async () => (await me(client)).apiKeys.length).toBe(1);
  });

  test('tells of each session what the service knows: its name, if it has one, the login’s time and the end', async () => {
    const { service } = await openAccount();
    const { client, session } = await logIn(service, ada);
    const targetPublicKey = toHex((await createAgreementKey()).publicKey);
    const open = (apiKeyName: string, expirationSeconds: string) =>
      submit(
        client,
        createReadWriteSession,
        { userId: session.userId, targetPublicKey, apiKeyName, expirationSeconds },
        { session },
      );
    await open('Ada’s tablet', '259200');
    await open('Borrowed phone', '60');
    await button('Add: Name').click();
    await userEvent.keyboard('Ada{Enter}'); // what changes the person is read again
    const tablet = page.getByRole('listitem').filter({ hasText: 'Ada’s tablet' });
    await expect.element(tablet).toHaveTextContent(/Ada’s tablet.*Logged in now.*Ends in 3 days/);
    const here = page.getByRole('listitem').filter({ hasText: 'This device' });
    await expect.element(here).toHaveTextContent(/Chrome on \w+.*Logged in now.*Ends in 15 minutes/);
    await expect.element(button('Log out: \u2068Ada’s tablet\u2069')).toBeVisible();
    await expect.element(button('Log out: \u2068Borrowed phone\u2069')).toBeVisible();
    service.clock.advanceMs(61_000);
    await button('Edit: Name').click(); // what is shown is drawn again
    await expect.element(button('Log out: \u2068Borrowed phone\u2069')).not.toBeInTheDocument();
    await expect.element(tablet).toBeVisible();
  });

  test('shows the address of a person without a name once, and initials and name of one who has both', async () => {
    await openAccount();
    const avatar = () => document.querySelector('[data-part=avatar]')?.textContent;
    expect(page.getByText(ada, { exact: true }).elements()).toHaveLength(1);
    expect(avatar()).toBe('A');
    await button('Add: Name').click();
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('');
    await userEvent.keyboard('Ada Lovelace{Enter}');
    await expect.element(row('Ada Lovelace')).toBeVisible();
    expect(avatar()).toBe('AL');
    expect(page.getByText('Ada Lovelace', { exact: true }).elements()).toHaveLength(1);
  });

  test('cuts off no part of an address, and puts the name of each fact above it where the page is narrow', async () => {
    await page.viewport(320, 700);
    onTestFinished(() => page.viewport(414, 896));
    const opened = await openPage(account);
    const long = 'augusta.ada.king.countess.of.lovelace@analytical-engines.example';
    await opened.logIn(long);
    await expect.element(button('Change: Email')).toBeVisible();
    const shown = page.getByText(long, { exact: true }).element();
    expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth);
    const { bottom } = row('Email').element().getBoundingClientRect();
    expect(shown.getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });

  test.each(['get_authenticators', 'get_oauth_providers'])(
    'moves no row that is there, also where the answer of %s comes last',
    async (name) => {
      await plugIn();
      const release = new AbortController();
      const released = new Promise((resolve) => release.signal.addEventListener('abort', resolve));
      const opened = await openPage(account, { config: { allowedAuthMethods: ['email', 'passkey'] } });
      opened.service.failures.next(name, { until: released });
      const places = placesOf(opened.container);
      await opened.logIn(ada);
      await expect.element(button('Change: Email')).toBeVisible();
      release.abort();
      await expect.element(button('Delete account')).toBeVisible();
      await expect.element(button('Add a passkey')).toBeVisible();
      expect([...places.keys()]).toEqual(expect.arrayContaining(['Change: Email', 'Add a passkey', 'Delete account']));
      for (const [row, tops] of places) expect([row, [...tops]]).toEqual([row, [expect.any(Number)]]);
    },
  );

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

  test('marks a contact that a code has proved, and none that was only set', async () => {
    const { service } = await openAccount();
    await expect.element(page.getByText('Verified')).toBeInTheDocument();
    const { client, session } = await logIn(service, ada);
    await submit(client, updateUser, { userId: session.userId, userPhoneNumber: '+14155550100' }, { session });
    await button('Add: Name').click();
    await userEvent.keyboard('Ada{Enter}'); // what changes the person is read again
    await expect.element(row('+14155550100')).toBeVisible();
    const marked = page
      .getByText('Verified')
      .elements()
      .map((mark) => mark.parentElement?.firstChild?.textContent);
    expect(marked).toEqual(['Email']);
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

  test('deletes the account after showing what is lost, and only after a second press', async () => {
    const { service } = await openAccount();
    await button('Delete account').click();
    await expect.element(page.getByText(/wallets and all that is in them are lost/)).toBeVisible();
    await button('Delete account').click();
    await expect.element(page.getByLabelText('I understand')).toHaveFocus();
    await userEvent.keyboard(' ');
    await button('Delete account').click();
    await expect.element(page.getByRole('form', { name: 'Log in' })).toBeVisible();
    expect(service.inbox.list().length).toBe(1);
  });

  test('can be cancelled at every step, and nothing has changed', async () => {
    await openAccount();
    for (const name of ['Add: Name', 'Change: Email', 'Add: Phone', 'Delete account']) {
      await button(name).click();
      await button('Cancel').click();
      await expect.element(button(name)).toHaveFocus();
      await button(name).click();
      await expect.element(button('Cancel')).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await expect.element(button(name)).toHaveFocus();
    }
    await expect.element(page.getByText(ada)).toBeVisible();
  });

  test('in a dialog Escape closes the open editor first, and then the dialog', async () => {
    const { logIn } = await openPage(inDialog);
    await logIn(ada);
    await button('Open').click();
    await button('Add: Name').click();
    await userEvent.keyboard('Never{Escape}');
    await expect.element(button('Add: Name')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});
