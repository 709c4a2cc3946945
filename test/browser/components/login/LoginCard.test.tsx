import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Client } from '../../../../src/client/createClient.js';
import { loginWithOtp } from '../../../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../../../src/client/flows/requestOtp.js';
import { LoggedIn, LoggedOut } from '../../../../src/components/login/LoggedIn.js';
import { LoginButton } from '../../../../src/components/login/LoginButton.js';
import { LoginCard } from '../../../../src/components/login/LoginCard.js';
import { LoginDialog } from '../../../../src/components/login/LoginDialog.js';
import { useLatchkey } from '../../../../src/hooks/context.js';
import { openPage } from '../openCard.js';

const ada = 'ada@example.com';
const logo = 'https://acme.example/logo.svg';
const acme = { emailCustomizationParams: { appName: 'Acme', logoUrl: logo } };

const authProxyConfigId = '00000000-0000-4000-8000-00000000ca4d';

const form = () => page.getByRole('form');

describe('the login card', () => {
  test('logs in new and known people alike by code, without asking whether they have an account', async () => {
    const { logIn } = await openPage(<Told />);
    await logIn(ada);
    await expect.element(page.getByText('Logged in as', { exact: false })).toBeVisible();
  });

  test('shows the configuration’s name and logo', async () => {
    const { container } = await openPage(<LoginCard />, { config: acme });
    await expect.element(page.getByRole('form', { name: 'Log in to Acme' })).toBeVisible();
    await expect.poll(() => container.querySelector('img')?.getAttribute('src') ?? 'none').toMatch(/^none$|logo\.svg/);
  });

  test('shows the app’s own logo and title instead, or no logo at all', async () => {
    const { container } = await openPage(
      <>
        <LoginCard logo={<b data-mark="">A</b>} title="Welcome back" />
        <LoginCard logo={null} title="Bare" />
      </>,
      { config: acme },
    );
    await expect.element(page.getByRole('form', { name: 'Welcome back' })).toBeVisible();
    expect(container.querySelectorAll('[data-part=brand] [data-mark]')).toHaveLength(1);
    expect(container.querySelectorAll('img')).toHaveLength(0);
  });

  test('removes a logo that does not load', async () => {
    const { container } = await openPage(<LoginCard />, { config: acme });
    await expect.element(page.getByRole('form', { name: 'Log in to Acme' })).toBeVisible();
    await expect.poll(() => container.querySelector('[data-part=brand]')).toBeNull(); // acme.example does not exist
  });

  test.each([
    [{ terms: '/terms', privacy: '/privacy' }, 'By continuing, you agree to the Terms and Privacy Policy.', 2],
    [{ terms: '/terms' }, 'By continuing, you agree to the Terms.', 1],
    [{ privacy: '/privacy' }, 'By continuing, you agree to the Privacy Policy.', 1],
  ])('shows the links to the terms that a person agrees to: %j', async (documents, sentence, links) => {
    await openPage(<LoginCard {...documents} />);
    await expect.element(page.getByText(sentence)).toBeVisible();
    await expect.poll(() => page.getByRole('link').elements()).toHaveLength(links);
  });

  test('shows the app’s footer only at its first step', async () => {
    const { email, code } = await openPage(<LoginCard autoFocus footer="Trouble logging in? Call us." />);
    await expect.element(page.getByText('Call us.', { exact: false })).toBeVisible();
    await email.fill(ada);
    await userEvent.keyboard('{Enter}');
    await expect.element(code).toHaveFocus();
    await expect.element(page.getByText('Call us.', { exact: false })).not.toBeInTheDocument();
  });

  test('shows the given methods by their names in the configuration, and leaves out unknown ones', async () => {
    // @ts-expect-error there is no such method
    await openPage(<LoginCard methods={['sms', 'carrier-pigeon']} />);
    await expect.element(page.getByLabelText('Phone number')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Use email' })).not.toBeInTheDocument();
  });

  function Told() {
    return (
      <>
        <LoggedOut>
          <LoginCard autoFocus />
        </LoggedOut>
        <LoggedIn>{({ userId }) => `Logged in as ${userId}`}</LoggedIn>
      </>
    );
  }
});

describe('the dialog', () => {
  function Shop({ label = 'Open' }: { label?: string }) {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          {label}
        </button>
        <LoginDialog open={isOpen} onClose={() => setIsOpen(false)} />
      </>
    );
  }

  const dialog = () => page.getByRole('dialog');

  test('moves the focus into its field, and returns it to the button that opened it', async () => {
    const { button, email } = await openPage(<Shop />);
    await button('Open').click();
    await expect.element(email).toHaveFocus();
    expect((dialog().element() as HTMLDialogElement).matches(':modal')).toBe(true);
    await button('Close').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Open')).toHaveFocus();
  });

  test('goes back from the code to the kept address on Escape, and closes on the next Escape', async () => {
    const { button, email, code } = await openPage(<Shop />);
    await button('Open').click();
    await email.fill(ada);
    await userEvent.keyboard('{Enter}');
    await expect.element(code).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(email).toHaveFocus();
    await expect.element(email).toHaveValue(ada);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Open')).toHaveFocus();
  });

  test('closes on a press outside the card, but not on one that began inside', async () => {
    const { button, email } = await openPage(<Shop />);
    await button('Open').click();
    await expect.element(email).toHaveFocus();
    const shown = dialog().element();
    const press = (down: Element, up: Element) => {
      down.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      up.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    };
    press(form().element(), shown);
    await expect.element(dialog()).toBeVisible();
    press(shown, shown);
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('can be closed while a code is checked, and opens again after the browser closed it', async () => {
    const { service, button, email, code } = await openPage(<Shop />);
    await button('Open').click();
    await email.fill(ada);
    await userEvent.keyboard('{Enter}');
    await expect.element(code).toHaveFocus();
    service.failures.next('otp_verify', { until: new Promise<void>(() => {}) });
    await userEvent.keyboard(service.inbox.lastCode(ada) ?? '');
    await expect.element(button('Back')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await button('Open').click();
    await expect.element(dialog()).toBeVisible();
    (dialog().element() as HTMLDialogElement).close();
    await expect.element(dialog()).not.toBeInTheDocument();
    await button('Open').click();
    await expect.element(dialog()).toBeVisible();
  });

  test('closes once a person is logged in', async () => {
    const { button, logIn, email } = await openPage(<Shop />);
    await button('Open').click();
    await expect.element(email).toHaveFocus();
    await logIn(ada);
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Open')).toHaveFocus();
  });

  test('is a bottom sheet in a narrow window', async () => {
    await page.viewport(414, 896);
    const { button, email } = await openPage(<Shop />);
    await button('Open').click();
    await expect.element(email).toHaveFocus();
    const { bottom, width } = form().element().getBoundingClientRect();
    expect({ bottom, width }).toEqual({ bottom: window.innerHeight, width: window.innerWidth });
  });
});

describe('the button', () => {
  test('opens the dialog, then shows who is logged in, and logs them out again', async () => {
    const { button, logIn, email, container } = await openPage(<LoginButton menu={<a href="/orders">Orders</a>} />);
    await button('Log in').click();
    await expect.element(email).toHaveFocus();
    await logIn(ada);
    await expect.element(button(`Your account: ${ada}`)).toHaveFocus();
    await button(`Your account: ${ada}`).click();
    await expect.poll(() => container.querySelector('[data-part=wallet]')?.textContent).toMatch(/^0x\w{4}…\w{4}/);
    await expect.element(page.getByRole('link', { name: 'Orders' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Log out')).not.toBeInTheDocument();
    await expect.element(button(`Your account: ${ada}`)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await button('Log out').click();
    await expect.element(button('Log in')).toHaveFocus();
  });

  test('cuts a long name where a narrow header has no more room', async () => {
    await page.viewport(320, 640);
    const contact = `${'long.name.'.repeat(5)}ada@example.com`;
    const { button, logIn, email } = await openPage(
      <header style={{ display: 'flex', gap: 16 }}>
        <h1 style={{ flex: 'none', inlineSize: 120, margin: 0 }}>Acme</h1>
        <div style={{ display: 'flex', minInlineSize: 0 }}>
          <LoginButton />
        </div>
      </header>,
    );
    await button('Log in').click();
    await expect.element(email).toHaveFocus();
    await logIn(contact);
    await expect.element(button(`Your account: ${contact}`)).toBeVisible();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });

  test('opens no dialog at a logout, when the login came from elsewhere while one was open', async () => {
    let client: Client | undefined;
    function Elsewhere() {
      client = useLatchkey();
      return null;
    }
    const { button, service, email } = await openPage(
      <>
        <LoginButton />
        <Elsewhere />
      </>,
    );
    await button('Log in').click();
    await expect.element(email).toHaveFocus();
    if (!client) throw new Error('there is no client');
    const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact: ada });
    await loginWithOtp(client, { otpIds: [otpId], otpCode: service.inbox.lastCode(ada) ?? '' });
    await button(`Your account: ${ada}`).click();
    await button('Log out').click();
    await expect.element(button('Log in')).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('opens the dialog when a login that left this tab has returned, and shows its result', async () => {
    const state = 's'.repeat(43);
    const back = { search: `?error=access_denied&state=${state}`, hash: '' };
    const provider = { name: 'google', label: 'Google', answersIn: 'query', exchange: { by: 'service' } };
    const login = {
      state,
      authProxyConfigId,
      provider,
      back,
      mode: 'redirect',
      returnTo: '/',
      startedAtMs: Date.now(),
    };
    sessionStorage.setItem(`latchkey.oauth.${state}`, JSON.stringify({ ...login, publicKey: '02' }));
    await openPage(<LoginButton />, { authProxyConfigId });
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.poll(() => form().element().getAttribute('data-error')).toBe('OAUTH_DENIED');
  });

  test('opens no dialog for a login that has not been answered', async () => {
    sessionStorage.setItem(`latchkey.oauth.${'s'.repeat(43)}`, JSON.stringify({ startedAtMs: Date.now() }));
    const { button } = await openPage(<LoginButton />);
    await expect.element(button('Log in')).toBeVisible();
    await expect.poll(() => document.querySelector('[data-state=loggedOut]')).not.toBeNull();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});
