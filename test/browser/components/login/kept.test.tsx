import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { alone } from '../../../support/alone.js';
import { openApp } from './openApp.js';

const ada = 'ada@example.com';
const email = page.getByRole('textbox', { name: 'Email address' });
const phone = page.getByRole('textbox', { name: 'Phone number' });
const code = page.getByRole('textbox', { name: '6-digit code' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function askFor(address: string) {
  await email.fill(address);
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveFocus();
}

describe('a page that is loaded again while a code is under way', () => {
  test('returns to the code, requests no other, and logs in with it', async () => {
    const { service, load, sessions } = await openApp();
    load();
    await askFor(ada);
    await userEvent.keyboard('12');
    load();
    await expect.element(code).toHaveFocus();
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('Enter the 6‑digit code we sent to ada@example.com.');
    expect(service.inbox.list()).toHaveLength(1);
    await userEvent.keyboard(service.inbox.lastCode(ada) ?? '');
    await expect.element(button('Log out')).toBeVisible();
    await expect.poll(() => sessions).toHaveLength(1);
  });

  test('shows no other step before it', async () => {
    const { load, form } = await openApp();
    load();
    await askFor(ada);
    const steps: unknown[] = [];
    load();
    await new Promise<void>((resolve) => {
      const look = () => {
        steps.push(form()?.dataset.step);
        if (steps.length < 20) requestAnimationFrame(look);
        else resolve();
      };
      requestAnimationFrame(look);
    });
    expect([...new Set(steps)].filter((step) => step !== undefined)).toEqual(['code']);
  });

  test('continues the countdown for another code, and does not restart it', async () => {
    const { service, load, form } = await openApp();
    load();
    await askFor(ada);
    service.clock.advanceMs(20_000);
    load();
    await expect.poll(() => form()?.querySelector('[data-part=footer]')?.textContent).toContain('Send again in 0:10');
  });

  test('offers the address if the code has expired meanwhile', async () => {
    const { service, load } = await openApp();
    load();
    await askFor(ada);
    service.clock.advanceMs(300_000);
    load();
    await expect.element(email).toHaveValue(ada);
    await expect.element(email).toHaveFocus();
  });

  test('takes no focus unless the app asked for it', async () => {
    const { load } = await openApp();
    load();
    await askFor(ada);
    load({ autoFocus: false });
    await expect.element(code).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(document.activeElement).toBe(document.body);
  });

  test('has stored nothing secret, and nothing at all if the browser stores nothing', async () => {
    const { service, load } = await openApp();
    load();
    await askFor(ada);
    await userEvent.keyboard('12345');
    const kept = JSON.stringify({ ...sessionStorage });
    expect(kept).toContain(service.settings.authProxyConfigId);
    expect(kept).not.toMatch(alone('12345'));
    expect(kept).not.toMatch(alone(service.inbox.lastCode(ada) ?? ''));
    const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    sessionStorage.clear();
    await button('Back').click();
    await expect.element(email).toHaveValue(ada);
    blocked.mockRestore();
  });

  test.each([
    '{',
    '[]',
    '{"step":{"at":"code"}}',
    '{"step":{"at":"code","sent":{"codes":7}}}',
    '{"step":{"at":"code","sent":{"codes":[{"otpId":"a","expiresAtMs":9e15}]}}}',
    'null',
  ])('starts again if its stored state is %s', async (text) => {
    const { service, load } = await openApp();
    sessionStorage.setItem(`latchkey.login.${service.settings.authProxyConfigId}`, text);
    localStorage.setItem(`latchkey.config.${service.settings.authProxyConfigId}`, text);
    load();
    await expect.element(email).toHaveValue('');
  });
});

describe('who logged out', () => {
  test('sees the address again, selected, so that another one can be typed over it', async () => {
    const { service, load } = await openApp();
    load();
    await askFor(ada);
    await userEvent.keyboard(service.inbox.lastCode(ada) ?? '');
    await button('Log out').click();
    await expect.element(email).toHaveValue(ada);
    await expect.element(email).toHaveFocus();
    await userEvent.keyboard('bob@example.com{Enter}');
    await expect.poll(() => service.inbox.list('bob@example.com')).toHaveLength(1);
  });

  test('sees the address that the app sets instead', async () => {
    const { service, load } = await openApp();
    load();
    await askFor(ada);
    await userEvent.keyboard(service.inbox.lastCode(ada) ?? '');
    await expect.element(button('Log out')).toBeVisible();
    await button('Log out').click();
    load({ defaultContact: 'bob@example.com' });
    await expect.element(email).toHaveValue('bob@example.com');
  });
});

describe('the session and onLogin', () => {
  test('happen together and once, even if the app removes the screen at that moment', async () => {
    const { service, load, sessions, form } = await openApp();
    load();
    await askFor(ada);
    await userEvent.keyboard(service.inbox.lastCode(ada) ?? '');
    await expect.element(button('Log out')).toBeVisible();
    await expect.poll(() => sessions, { interval: 5 }).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(sessions).toHaveLength(1);
    expect(form()).toBeNull();
  });
});

describe('a configuration that arrives late', () => {
  const config = { allowedAuthMethods: ['sms', 'email'] as ('email' | 'sms')[] };

  test('does not remove a field that was typed into', async () => {
    const { service, load } = await openApp({ config });
    const { late, arrive } = lateness();
    service.failures.next('wallet_kit_config', { until: late }, 9);
    load();
    await email.fill('ad');
    const field = email.element();
    arrive();
    await expect.element(button('Use phone')).toBeVisible();
    expect(email.element()).toBe(field);
    await expect.element(email).toHaveValue('ad');
    await userEvent.keyboard('a@example.com{Enter}');
    await expect.poll(() => service.inbox.list(ada)).toHaveLength(1);
  });

  test('moves nothing when the second method appears, for which space is reserved', async () => {
    const { service, load, form } = await openApp({ config: { allowedAuthMethods: ['email', 'sms'] } });
    const { late, arrive } = lateness();
    service.failures.next('wallet_kit_config', { until: late }, 9);
    load();
    await expect.element(email).toBeVisible();
    const places = () =>
      [...(form()?.querySelectorAll('h2, p, label, input, [data-part=submit]') ?? [])].map((each) => {
        const { left, width, height } = each.getBoundingClientRect();
        return [left, (each as HTMLElement).offsetTop, width, height].map(Math.round);
      });
    const before = places();
    arrive();
    await expect.element(button('Use phone')).toBeVisible();
    expect(places()).toEqual(before);
  });

  test('is known from the previous visit at the first rendering', async () => {
    const { service, load } = await openApp({
      config: { ...config, emailCustomizationParams: { appName: 'Acme' } },
    });
    load();
    await expect.element(phone).toBeVisible();
    service.failures.next('wallet_kit_config', { until: new Promise(() => {}) }, 9);
    load();
    await expect.element(phone).toBeVisible();
    await expect.element(page.getByRole('form', { name: 'Log in to Acme' })).toBeVisible();
    await expect.element(button('Use email')).toBeVisible();
  });

  test('moves the focus to another field only if the removed field had it', async () => {
    const { service, load } = await openApp({ config: { allowedAuthMethods: ['sms'] } });
    const { late, arrive } = lateness();
    service.failures.next('wallet_kit_config', { until: late }, 9);
    load({ autoFocus: false });
    await email.click();
    arrive();
    await expect.element(phone).toHaveFocus();
  });
});

function lateness(): { late: Promise<void>; arrive: () => void } {
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { late, arrive };
}
