import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LoggedIn, LoggedOut } from '../../../src/components/LoggedIn.js';
import { LoginCard, type LoginCardProps } from '../../../src/components/LoginCard.js';
import { LoginDialog } from '../../../src/components/LoginDialog.js';
import { OtpScreen } from '../../../src/components/OtpScreen.js';
import { useLogout } from '../../../src/hooks/sessions.js';
import type { TestServiceSettings } from '../../../src/testing/createTestService.js';
import { plugIn } from '../passkeys/authenticator.js';
import { openPage, type Page } from './openCard.js';

const oauthClientIds = { google: ['acme'], apple: ['acme'], facebook: ['acme'] };
const all: TestServiceSettings['config'] = { allowedAuthMethods: ['email', 'sms', 'passkey'], oauthClientIds };
const three: TestServiceSettings['config'] = {
  allowedAuthMethods: ['email', 'passkey'],
  oauthClientIds: { google: ['acme'] },
};

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const google = () => button(/^Continue with Google/);
const passkey = () => button(/^Continue with a passkey/);

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
    await button('Create one').click();
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
    await button('Change: Passkey name').click();
    const field = page.getByRole('textbox', { name: 'Passkey name' });
    await expect.element(field).toHaveFocus();
    await device.touch(false);
    await userEvent.keyboard('Laptop{Enter}');
    await expect.element(page.getByText('Continue on your device…')).toBeVisible();
    await button('Cancel').click();
    await expect.element(passkey()).toHaveFocus();
    await expect.element(field).toHaveValue('Laptop');
    await device.touch(true);
    await button('Create one').click();
    await expect.element(button('Log out')).toBeVisible();
    expect(await device.credentials()).toMatchObject([{ userName: 'Laptop' }]);
    expect(service.inbox.list()).toEqual([]);
  });

  test('keeps its name when Escape closes the field of the name, and the dialog around the card stays open', async () => {
    await plugIn();
    const onClose = vi.fn();
    await openPage(<LoginDialog open onClose={onClose} />, { config: three });
    await passkey().click();
    await button('Change: Passkey name').click();
    await userEvent.keyboard('Laptop{Escape}');
    await expect.element(button('Change: Passkey name')).toHaveFocus();
    expect(onClose).not.toHaveBeenCalled();
  });

  test('from the field that fails is reported without moving the focus', async () => {
    await plugIn();
    const { service, email } = await open(three);
    await passkey().click();
    await button('Create one').click();
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
    await expect.element(button('Continue')).toHaveAttribute('aria-disabled', 'true');
    await button('Cancel').click();
    await expect.element(button('Continue')).toHaveAttribute('aria-disabled', 'false');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(passkey()).toHaveFocus(); // “Cancel” is gone
  });

  test('is offered only in the field for an e-mail address', async () => {
    await open({ allowedAuthMethods: ['email', 'sms', 'passkey'] });
    await expect.element(passkey()).toBeVisible();
    await expect.element(page.getByLabelText('Email address')).toHaveAttribute('autocomplete', 'username webauthn');
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
    await userEvent.type(page.getByLabelText('Email address'), 'a');
    await expect.element(button('Continue in this tab')).toBeVisible();
  });
});
