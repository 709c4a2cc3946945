import type { ReactElement } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LoggedIn, LoggedOut } from '../../../../src/components/login/LoggedIn.js';
import { LoginButton } from '../../../../src/components/login/LoginButton.js';
import { OauthScreen } from '../../../../src/components/login/OauthScreen.js';
import { PasskeyScreen } from '../../../../src/components/login/PasskeyScreen.js';
import { createTestClock } from '../../../../src/testing/clock.js';
import type { TestServiceSettings } from '../../../../src/testing/createTestService.js';
import { inPageIssuer } from '../../../support/inPageIssuer.js';
import { plugIn } from '../../passkeys/authenticator.js';
import { openPage } from '../openCard.js';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const menu = button(/^Your account/);
const alert = page.getByRole('alert');

afterEach(() => void vi.restoreAllMocks());

const home = (screen: ReactElement) => (
  <>
    <LoggedOut>{screen}</LoggedOut>
    <LoggedIn>
      <LoginButton />
    </LoggedIn>
  </>
);

describe('the screen for providers alone', () => {
  const oauthClientIds = { google: ['acme'], apple: ['acme'] };
  const config: TestServiceSettings['config'] = { allowedAuthMethods: ['email', 'passkey'], oauthClientIds };

  test('logs a new person in in the provider’s window', async () => {
    const clock = createTestClock();
    const issuer = await inPageIssuer(clock);
    vi.spyOn(window, 'open').mockImplementation(issuer.open);
    const settings = { clock, outbound: issuer.outbound, config: { ...config, ...issuer.config } };
    await openPage(home(<OauthScreen providers={[{ issuer: 'example' }]} />), settings, { beside: issuer.beside });
    await button('Continue with Example ID').click();
    await expect.element(menu).toBeVisible();
  });

  test('has the configuration’s providers, and neither a field nor passkeys', async () => {
    const { container } = await openPage(<OauthScreen />, { config });
    await expect.element(button('Continue with Google')).toBeVisible();
    await expect.element(button('Continue with Apple')).toBeVisible();
    await expect.element(button('Continue with a passkey')).not.toBeInTheDocument();
    expect(container.querySelectorAll('input')).toHaveLength(0);
    expect(container.querySelector('form')?.dataset.latchkey).toBe('oauth');
  });

  test('has no “or” above its providers, since nothing stands before them', async () => {
    const { container } = await openPage(<OauthScreen />, { config });
    await expect.element(button('Continue with Google')).toBeVisible();
    expect(container.querySelector('[data-part=divider]')).toBeNull();
  });

  test('asks for no e-mail address, whatever the last login in this tab was', async () => {
    const authProxyConfigId = crypto.randomUUID();
    const last = { channel: 'email', shown: 'ada@example.com' };
    sessionStorage.setItem(`latchkey.login.${authProxyConfigId}`, JSON.stringify({ last }));
    await openPage(<OauthScreen />, { config, authProxyConfigId });
    await expect.element(button('Continue with Google')).toBeVisible();
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  });

  test('shows an error if the configuration has no provider', async () => {
    const { container } = await openPage(<OauthScreen />, { config: { allowedAuthMethods: ['email'] } });
    await expect.element(alert).toHaveTextContent('Login is unavailable right now.');
    expect(container.querySelectorAll('input')).toHaveLength(0);
  });

  test('offers to use this tab if the browser opens no window', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    await openPage(<OauthScreen providers={['google']} />, { config });
    await button('Continue with Google').click();
    await expect.element(alert).toHaveTextContent('Your browser blocked the window.');
    await expect.element(button('Continue in this tab')).toBeVisible();
  });

  test('shows an error if this site has no redirect page, and tells the developer the fix', async () => {
    const noted = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const closed = vi.fn();
    vi.spyOn(window, 'open').mockImplementation(() =>
      Object.assign(Object.create(null), { location: { href: 'about:blank', replace() {} }, close: closed }),
    );
    await openPage(<OauthScreen providers={['google']} />, {
      config: { ...config, oauthRedirectUrls: ['https://elsewhere.example/callback'] },
    });
    await button('Continue with Google').click();
    await expect.element(alert).toHaveTextContent('Google login isn’t set up for this site.');
    expect(closed).toHaveBeenCalled();
    expect(noted.mock.calls.flat().join()).toMatch(/OAUTH_NOT_CONFIGURED.*oauthRedirectUrls .* is a page of http:/);
  });
});

describe('the screen for passkeys alone', () => {
  const config: TestServiceSettings['config'] = { allowedAuthMethods: ['passkey'] };

  const link = button('Sign up with a passkey');
  const create = button('Create a passkey');
  const field = page.getByRole('textbox', { name: 'Passkey name' });

  test('lets a new person create one, and logs in by it from then on', async () => {
    await plugIn();
    const { container } = await openPage(home(<PasskeyScreen />), { config });
    await expect.element(link).toBeVisible();
    expect(container.querySelectorAll('input')).toHaveLength(0);
    await link.click();
    await create.click();
    await expect.element(menu).toBeVisible();
    await menu.click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await button('Continue with a passkey').click();
    await expect.element(menu).toBeVisible();
  });

  test('names the new passkey by the app and the day, unless the person types a name; it is theirs, too', async () => {
    const device = await plugIn();
    await openPage(home(<PasskeyScreen />), {
      config: { ...config, emailCustomizationParams: { appName: 'Acme' } },
    });
    await expect.element(page.getByRole('form', { name: 'Log in to Acme' })).toBeVisible();
    await link.click();
    await expect.element(field).toHaveFocus();
    expect((field.element() as HTMLInputElement).value).toMatch(/^Acme, .*20\d\d/);
    await button('Back').click();
    await expect.element(link).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('Ada’s laptop{Enter}');
    await expect.element(page.getByRole('button', { name: 'Your account: Ada’s laptop' })).toBeVisible();
    expect(await device.credentials()).toMatchObject([{ userName: 'Ada’s laptop' }]);
  });

  test('a name with marks of direction, as pasted texts have, is accepted without them, so that one passkey is made', async () => {
    const device = await plugIn();
    await openPage(home(<PasskeyScreen />), { config });
    await link.click();
    await expect.element(field).toHaveFocus();
    await field.fill('\u200fحاسوب\u200e');
    await userEvent.keyboard('{Enter}');
    await expect.element(menu).toBeVisible();
    expect(await device.credentials()).toMatchObject([{ userName: 'حاسوب' }]);
  });

  test('a passkey with an empty name is listed by the browser under the one that was shown', async () => {
    const device = await plugIn();
    await openPage(home(<PasskeyScreen />), {
      config: { ...config, emailCustomizationParams: { appName: 'Acme' } },
    });
    await expect.element(page.getByRole('form', { name: 'Log in to Acme' })).toBeVisible();
    await link.click();
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{Backspace} {Enter}');
    await expect.element(menu).toBeVisible();
    expect(await device.credentials()).toMatchObject([{ userName: expect.stringMatching(/^Acme, /) }]);
  });

  test('shows the error with the name of the method, once, and goes on offering both methods', async () => {
    await plugIn();
    const { service } = await openPage(<PasskeyScreen />, { config });
    service.failures.next('signup', { refuse: 'METHOD_NOT_ENABLED' });
    await link.click();
    await create.click();
    await expect.element(alert).toHaveTextContent('Passkey login isn’t available.');
    await button('Back').click();
    await expect.element(button('Continue with a passkey')).toHaveAttribute('aria-disabled', 'false');
    await expect.poll(() => link.elements()).toHaveLength(1);
  });
});
