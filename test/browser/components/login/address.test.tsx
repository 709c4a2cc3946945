import { version } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { openLogin, topAtRest } from './openLogin.js';

const ada = 'ada@example.com';

describe(`the address, under React ${version.split('.')[0]}`, () => {
  test('is a real field that browsers and password managers recognize', async () => {
    const { email } = await openLogin();
    const field = email.element() as HTMLInputElement;
    expect(field).toMatchObject({ type: 'email', autocomplete: 'email', inputMode: 'email', placeholder: '' });
    expect(field).toMatchObject({ name: 'email', enterKeyHint: 'send' });
    await expect.element(email).toHaveFocus();
  });

  test.each(['', 'ada', 'ada lovelace@example.com'])(
    '%j is refused here, without asking the service',
    async (typed) => {
      const { email, type, alert, service, form } = await openLogin();
      await email.fill(typed);
      await type('{Enter}');
      await expect.element(alert).toHaveTextContent(/Enter an email like/);
      await expect.element(email).toHaveAttribute('aria-invalid', 'true');
      await expect.element(email).toHaveAccessibleDescription(/Enter an email like/);
      await expect.element(email).toHaveFocus();
      expect(form.dataset.error).toBe('CONTACT_INVALID');
      expect(service.inbox.list()).toEqual([]);
    },
  );

  test('is requested once, however often the form is submitted', async () => {
    const { email, type, service, button, isAt, form } = await openLogin();
    let answer = () => {};
    service.failures.next('otp_init', { until: new Promise<void>((resolve) => (answer = resolve)) });
    await email.fill(ada);
    await type('{Enter}{Enter}');
    await expect.element(button('Sending…')).toHaveAttribute('aria-disabled', 'true');
    expect(form.dataset.busy).toBe('true');
    await button('Sending…').click({ force: true });
    answer();
    await isAt('code');
    expect(service.inbox.list()).toHaveLength(1);
  });

  test('stays in the field while the service is unreachable, and is sent the next time', async () => {
    const { email, type, service, alert, isAt } = await openLogin();
    service.failures.next('otp_init', 'unreachable');
    await email.fill(ada);
    await type('{Enter}');
    await expect.element(alert).toHaveTextContent('Can’t connect. Try again.');
    await expect.element(email).toHaveValue(ada);
    await expect.element(email).not.toHaveAttribute('aria-invalid');
    await expect.element(email).toHaveFocus();
    await type('{Enter}');
    await isAt('code');
  });

  test('can be sent again after too many requests once the service’s waiting time is over', async () => {
    const { email, type, service, alert, form } = await openLogin();
    service.failures.next('otp_init', { refuse: 'TOO_MANY_CODES', details: { retryAfterMs: 540_000 } });
    await email.fill(ada);
    await type('{Enter}');
    await expect.element(alert).toHaveTextContent('Too many codes requested. Try again in 9 minutes.');
    service.clock.advanceMs(540_000);
    await expect.element(alert).not.toBeInTheDocument();
    expect(form.dataset.error).toBeUndefined();
  });

  test.each(['Ada Lovelace <Ada@Example.com>', 'mailto:Ada@Example.com?subject=Hello', ' <Ada@Example.com> '])(
    'is found in %j',
    async (typed) => {
      const { email, type, isAt, status, service } = await openLogin();
      await email.fill(typed);
      await type('{Enter}');
      await isAt('code');
      await expect.element(status).toHaveTextContent('to Ada@Example.com.');
      expect(service.inbox.lastCode(ada)).toMatch(/^\d{6}$/);
    },
  );

  test('that was refused shows no error any more after the first key', async () => {
    const { email, type, alert, form } = await openLogin();
    await email.fill('ada');
    await type('{Enter}');
    await expect.element(alert).toBeVisible();
    const top = () => topAtRest(form);
    const before = await top();
    await type('@');
    await expect.element(alert).not.toBeInTheDocument();
    await expect.element(email).not.toHaveAttribute('aria-invalid');
    expect(await top()).toBe(before);
  });

  test('that could not be sent offline shows no error once the connection is back, while other errors stay', async () => {
    const { email, type, alert, service } = await openLogin();
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    service.failures.next('otp_init', 'unreachable', 2);
    await email.fill(ada);
    await type('{Enter}');
    await expect.element(alert).toHaveTextContent('You’re offline. Reconnect and try again.');
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await expect.element(alert).not.toBeInTheDocument();
    await type('{Enter}');
    await expect.element(alert).toHaveTextContent('Can’t connect. Try again.');
    window.dispatchEvent(new Event('online'));
    await expect.element(alert).toBeVisible();
    onLine.mockRestore();
  });

  test('can be set by the app', async () => {
    const { email } = await openLogin({ screen: { defaultContact: ada } });
    await expect.element(email).toHaveValue(ada);
  });
});

describe('who mistyped the address', () => {
  test('returns to it as it was, and gets a code at the corrected one', async () => {
    const { askFor, button, email, service, isAt, type, codeFor, isIn } = await openLogin();
    await askFor('ada@example.con');
    await button('Change email address').click();
    await isAt('contact');
    await expect.element(email).toHaveValue('ada@example.con');
    await expect.element(email).toHaveFocus();
    await email.fill(ada);
    await type('{Enter}');
    await isAt('code');
    expect(service.inbox.list(ada)).toHaveLength(1);
    await type(codeFor(ada));
    await isIn();
  });

  test('and then keeps it, returns to the code without a new one', async () => {
    const { askFor, button, service, isAt, type, codeFor, isIn } = await openLogin();
    await askFor(ada);
    await button('Change email address').click();
    await isAt('contact');
    await type('{Enter}');
    await isAt('code');
    expect(service.inbox.list()).toHaveLength(1);
    await type(codeFor(ada));
    await isIn();
  });

  test('and meets the limit, returns to the code that was sent', async () => {
    const { askFor, button, service, isAt, type, alert, codeFor, isIn } = await openLogin();
    await askFor(ada);
    await button('Change email address').click();
    service.clock.advanceMs(60_000);
    service.failures.next('otp_init', { refuse: 'TOO_MANY_CODES', details: { retryAfterMs: 540_000 } });
    await type('{Enter}');
    await isAt('code');
    await expect.element(alert).toHaveTextContent(/in 9 minutes/);
    await type(codeFor(ada));
    await isIn();
  });
});
