import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { me } from '../../../../src/client/flows/me.js';
import { submit } from '../../../../src/client/submit.js';
import { AccountPanel } from '../../../../src/components/account/AccountPanel.js';
import { LoggedIn, LoggedOut } from '../../../../src/components/login/LoggedIn.js';
import { LoginCard } from '../../../../src/components/login/LoginCard.js';
import { createReadWriteSession } from '../../../../src/contract/sessions.js';
import { updateUser } from '../../../../src/contract/users.js';
import { toHex } from '../../../../src/crypto/hex.js';
import { createAgreementKey } from '../../../../src/crypto/p256.js';
import { logIn } from '../../../../src/testing/logIn.js';
import { plugIn } from '../../passkeys/authenticator.js';
import { openPage } from '../openCard.js';
import { account, ada, button, changeEmailTo, code, newAda, openAccount, row, typeCodeOf } from './openAccount.js';

/** The buttons that end sessions of other devices. */
const others = page.getByRole('button', { name: /^Log out: (?!This device)/ });

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
