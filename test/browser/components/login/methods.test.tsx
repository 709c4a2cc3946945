import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LoggedIn, LoggedOut } from '../../../../src/components/login/LoggedIn.js';
import { LoginCard, type LoginCardProps } from '../../../../src/components/login/LoginCard.js';
import { LoginDialog } from '../../../../src/components/login/LoginDialog.js';
import { OtpScreen } from '../../../../src/components/login/OtpScreen.js';
import { useLogout } from '../../../../src/hooks/sessions.js';
import type { TestServiceSettings } from '../../../../src/testing/createTestService.js';
import { plugIn } from '../../passkeys/authenticator.js';
import { openPage, type Page } from '../openCard.js';

const oauthClientIds = { google: ['acme'], apple: ['acme'], facebook: ['acme'] };
const all: TestServiceSettings['config'] = { allowedAuthMethods: ['email', 'sms', 'passkey'], oauthClientIds };
const three: TestServiceSettings['config'] = {
  allowedAuthMethods: ['email', 'passkey'],
  oauthClientIds: { google: ['acme'] },
};

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const google = () => button(/^Continue with Google/);
const passkey = () => button(/^Continue with a passkey/);
const nameOfPasskey = page.getByRole('textbox', { name: 'Passkey name' });

/** After the passkey dialog was closed. */
async function signUp(): Promise<void> {
  await button('Sign up with a passkey').click();
  await button('Create a passkey').click();
}

afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(414, 896);
});

/** The card for logged-out people, and a logout button for logged-in ones. */
function Home(card: LoginCardProps) {
  const logout = useLogout();
  return (
    <>
      <LoggedOut>
        <LoginCard {...card} />
      </LoggedOut>
      <LoggedIn>
        <button type="button" onClick={() => logout.mutate()}>
          Log out
        </button>
      </LoggedIn>
    </>
  );
}

const open = (config: TestServiceSettings['config'], card: LoginCardProps = {}): Promise<Page> =>
  openPage(<Home {...card} />, config === undefined ? {} : { config });

/** The buttons of the login methods on the card, in order. */
const rows = ({ container }: Page) =>
  [...container.querySelectorAll<HTMLElement>('[data-part=method]')].map(({ dataset }) => dataset.method);

describe('the ways to log in', () => {
  test('are shown below the field in the configuration’s order, three at first and the rest on demand', async () => {
    const card = await open(all);
    await expect.poll(() => rows(card)).toEqual(['passkey', 'google', 'apple']);
    await button('More ways to log in').click();
    await expect.poll(() => rows(card)).toEqual(['passkey', 'google', 'apple', 'facebook']);
    await expect.element(button('More ways to log in')).not.toBeInTheDocument();
  });

  test('are the app’s methods that the configuration has, in the app’s order', async () => {
    const card = await open(all, { methods: ['google', 'discord', 'email', 'passkey'] });
    await expect.poll(() => rows(card)).toEqual(['google', 'passkey']);
    await expect.element(button('Use phone')).not.toBeInTheDocument();
  });

  test('have no field if no contact can be typed', async () => {
    const card = await open({ allowedAuthMethods: ['passkey'], oauthClientIds: { google: ['acme'] } });
    await expect.poll(() => rows(card)).toEqual(['passkey', 'google']);
    expect(card.container.querySelectorAll('input')).toHaveLength(0);
    await expect.element(page.getByText('or', { exact: true })).not.toBeInTheDocument();
  });

  test('have no field if no contact can be typed, even if the last login in this tab was by an address', async () => {
    const authProxyConfigId = crypto.randomUUID();
    const last = { channel: 'email', shown: 'ada@example.com' };
    sessionStorage.setItem(`latchkey.login.${authProxyConfigId}`, JSON.stringify({ last }));
    const card = await openPage(<LoginCard methods={['google']} />, { config: three, authProxyConfigId });
    await expect.poll(() => rows(card)).toEqual(['google']);
    expect(card.container.querySelectorAll('input')).toHaveLength(0);
  });

  test('ask for no e-mail address before the configuration is known if the app names no typed method', async () => {
    let isAsked = false;
    const seen = new MutationObserver(() => {
      isAsked ||= document.querySelector('input') !== null;
    });
    seen.observe(document.body, { childList: true, subtree: true });
    const card = await open(three, { methods: ['google'] });
    await expect.poll(() => rows(card)).toEqual(['google']);
    await expect.poll(() => localStorage.length).toBeGreaterThan(0); // the configuration is known
    seen.disconnect();
    expect(isAsked).toBe(false);
  });

  test('are not part of the screen for codes', async () => {
    const card = await openPage(<OtpScreen />, { config: three });
    await expect.element(page.getByLabelText('Email address')).toBeVisible();
    await expect.poll(() => localStorage.length).toBeGreaterThan(0); // the configuration is known
    expect(rows(card)).toEqual([]);
  });

  test('show one word on a narrow card, and full names to a screen reader', async () => {
    await page.viewport(320, 700);
    await open(three);
    await expect.element(google()).toBeVisible();
    expect((google().element() as HTMLElement).innerText.trim()).toBe('Google');
    expect((passkey().element() as HTMLElement).innerText.trim()).toBe('Passkey');
  });
});

describe('a passkey', () => {
  test('is created after a login failed without one, logs in from then on, and is marked as last used', async () => {
    const device = await plugIn();
    const card = await open(three);
    await passkey().click();
    await signUp();
    await expect.element(button('Log out')).toBeVisible();
    await device.touch(false); // otherwise the offer in the field logs in by itself
    await button('Log out').click();
    await expect.element(button('Continue with a passkey Last used')).toBeVisible();
    const spy = vi.spyOn(navigator.credentials, 'get');
    await passkey().click();
    await expect.element(page.getByText('Continue on your device…')).toBeVisible();
    await expect.poll(() => spy.mock.calls.some(([options]) => options?.mediation === undefined)).toBe(true);
    await device.touch(true); // only for later requests: the dialog keeps waiting, and the field's offer returns
    await button('Cancel').click();
    await expect.element(button('Log out')).toBeVisible();
    expect(card.service.inbox.list()).toEqual([]);
  });

  test('has a name of the person’s choice, which they keep while the dialog is cancelled; it sends no code', async () => {
    const device = await plugIn();
    const { service } = await open(three);
    await passkey().click();
    await button('Sign up with a passkey').click();
    await expect.element(nameOfPasskey).toHaveFocus();
    await device.touch(false);
    await userEvent.keyboard('Ada Lovelace{Enter}');
    await expect.element(page.getByText('Continue on your device…')).toBeVisible();
    await button('Cancel').click();
    await expect.element(nameOfPasskey).toHaveFocus();
    await expect.element(nameOfPasskey).toHaveValue('Ada Lovelace');
    await device.touch(true);
    await button('Create a passkey').click();
    await expect.element(button('Log out')).toBeVisible();
    expect(await device.credentials()).toMatchObject([{ userName: 'Ada Lovelace' }]);
    expect(service.inbox.list()).toEqual([]);
  });

  test('has a step of its own for new people, from which Escape leads back; the dialog around the card stays open', async () => {
    await plugIn();
    const onClose = vi.fn();
    await openPage(<LoginDialog open onClose={onClose} />, { config: three });
    await passkey().click();
    await button('Sign up with a passkey').click();
    await expect.element(page.getByRole('form', { name: 'Create a passkey' })).toBeVisible();
    await expect.element(page.getByLabelText('Email address')).not.toBeVisible();
    expect(page.getByRole('form').element().getAttribute('data-step')).toBe('passkey');
    await userEvent.keyboard('{Escape}');
    await expect.element(passkey()).toHaveFocus();
    expect(onClose).not.toHaveBeenCalled();
  });

  test('of a new person is called by the e-mail address in the field, and sends no code there', async () => {
    const device = await plugIn();
    const { service, email } = await open(three);
    await email.fill('ada@example.com');
    await passkey().click();
    await button('Sign up with a passkey').click();
    await expect.element(nameOfPasskey).toHaveValue('ada@example.com');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Log out')).toBeVisible();
    expect(await device.credentials()).toMatchObject([{ userName: 'ada@example.com' }]);
    expect(service.inbox.list()).toEqual([]);
  });

  test('that is not created is reported in its step, whose button tries again', async () => {
    await plugIn();
    const { service } = await open(three);
    service.failures.next('signup', { refuse: 'METHOD_NOT_ENABLED' });
    await passkey().click();
    await signUp();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Passkey login isn’t available.');
    await expect.element(page.getByRole('form', { name: 'Create a passkey' })).toBeVisible();
    await button('Create a passkey').click();
    await expect.element(button('Log out')).toBeVisible();
  });

  test('from the field that fails is reported without moving the focus', async () => {
    await plugIn();
    const { service, email } = await open(three);
    await passkey().click();
    await signUp();
    await expect.element(button('Log out')).toBeVisible();
    service.failures.next('stamp_login', { refuse: 'PASSKEY_CLONED' }, 9);
    await button('Log out').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(email).not.toHaveFocus();
  });

  test('that nobody answers can be cancelled at once, and the card is as it was', async () => {
    const device = await plugIn();
    await device.touch(false);
    await open(three);
    await passkey().click();
    await expect.element(page.getByText('Continue on your device…')).toBeVisible();
    await expect.element(button('Continue')).toHaveAttribute('aria-disabled', 'false');
    await button('Cancel').click();
    await expect.element(page.getByText('Continue on your device…')).not.toBeInTheDocument();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(passkey()).toHaveFocus(); // “Cancel” is gone
  });

  test('whose dialog is open locks nothing: what is typed ends it, and a code can be sent', async () => {
    const device = await plugIn();
    await device.touch(false);
    const { email, code } = await open(three);
    await passkey().click();
    await expect.element(page.getByText('Continue on your device…')).toBeVisible();
    await userEvent.type(email, 'ada@example.com');
    await expect.element(page.getByText('Continue on your device…')).not.toBeInTheDocument();
    await expect.element(button('Sign up with a passkey')).not.toBeInTheDocument(); // the person has chosen another way
    await userEvent.keyboard('{Enter}');
    await expect.element(code).toHaveFocus();
  });

  test('whose dialog is open gives way to another method, and begins again in its own row', async () => {
    const device = await plugIn();
    await device.touch(false);
    await open(three);
    await passkey().click();
    await expect.element(page.getByText('Continue on your device…')).toBeVisible();
    await passkey().click();
    await expect.element(page.getByText('Continue on your device…')).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await google().click();
    await expect.element(page.getByText('Continue on your device…')).not.toBeInTheDocument();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Google login isn’t set up for this site.');
  });

  test('is offered only in the field for an e-mail address', async () => {
    await open({ allowedAuthMethods: ['email', 'sms', 'passkey'] });
    await expect.element(passkey()).toBeVisible();
    await expect.element(page.getByLabelText('Email address')).toHaveAttribute('autocomplete', 'email webauthn');
  });
});

describe('a provider', () => {
  test('that this page cannot use is reported, and the card still works', async () => {
    await open(three, { autoFocus: true });
    await google().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Google login isn’t set up for this site.');
    await expect.element(button('Continue')).toHaveAttribute('aria-disabled', 'false');
  });

  test('whose window the browser blocks can be opened in this tab', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    await open(three);
    await google().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Your browser blocked the window.');
    await expect.element(button('Continue in this tab')).toBeVisible();
    const below = google().element().nextElementSibling; // what a row has to say stands under that row
    expect(below?.textContent).toMatch(/^Your browser blocked the window\./);
    await userEvent.type(page.getByLabelText('Email address'), 'a');
    await expect.element(button('Continue in this tab')).toBeVisible();
  });
});
