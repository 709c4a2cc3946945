import { version } from 'react';
import { describe, expect, test } from 'vitest';
import { openLogin, wrong } from './openLogin.js';

const ada = 'ada@example.com';

describe(`the address, under React ${version.split('.')[0]}`, () => {
  test('is a real field that browsers and password managers know', async () => {
    const { email } = await openLogin();
    const field = email.element() as HTMLInputElement;
    expect(field).toMatchObject({ type: 'email', autocomplete: 'email', inputMode: 'email', placeholder: '' });
    await expect.element(email).toHaveFocus();
  });

  test.each(['', 'ada', 'ada lovelace@example.com'])(
    '%j is refused here, without asking the service',
    async (typed) => {
      const { email, type, alert, service, form } = await openLogin();
      await email.fill(typed);
      await type('{Enter}');
      await expect.element(alert).toHaveTextContent(/e-mail address, like/);
      await expect.element(email).toHaveAttribute('aria-invalid', 'true');
      await expect.element(email).toHaveAccessibleDescription(/e-mail address, like/);
      await expect.element(email).toHaveFocus();
      expect(form.dataset.error).toBe('CONTACT_INVALID');
      expect(service.inbox.list()).toEqual([]);
    },
  );

  test('is asked for once, however often it is sent', async () => {
    const { email, type, service, button, isAt, form } = await openLogin();
    let answer = () => {};
    service.script.next('otp_init', { until: new Promise<void>((resolve) => (answer = resolve)) });
    await email.fill(ada);
    await type('{Enter}{Enter}');
    await expect.element(button('Sending…')).toHaveAttribute('aria-disabled', 'true');
    expect(form.dataset.busy).toBe('true');
    await button('Sending…').click({ force: true });
    answer();
    await isAt('code');
    expect(service.inbox.list()).toHaveLength(1);
  });

  test('stays where it is while the service cannot be reached, and is sent the next time', async () => {
    const { email, type, service, alert, isAt } = await openLogin();
    service.script.next('otp_init', 'unreachable');
    await email.fill(ada);
    await type('{Enter}');
    await expect.element(alert).toHaveTextContent(/can’t reach the login service.*this page \(http:\/\/localhost/);
    await expect.element(email).toHaveValue(ada);
    await expect.element(email).toHaveAttribute('aria-invalid', 'false');
    await expect.element(email).toHaveFocus();
    await type('{Enter}');
    await isAt('code');
  });

  test('that was asked for too often waits as long as the service says, and no longer', async () => {
    const { email, type, service, alert, form } = await openLogin();
    service.script.next('otp_init', { refuse: 'TOO_MANY_CODES', details: { retryAfterMs: 540_000 } });
    await email.fill(ada);
    await type('{Enter}');
    await expect.element(alert).toHaveTextContent('Too many codes were asked for. Please try again in 9 minutes.');
    service.clock.advanceMs(540_000);
    await expect.element(alert).not.toBeInTheDocument();
    expect(form.dataset.error).toBeUndefined();
  });

  test('can be given beforehand', async () => {
    const { email } = await openLogin({ screen: { defaultContact: ada } });
    await expect.element(email).toHaveValue(ada);
  });
});

describe('the code', () => {
  test('is told of, and its field has the focus', async () => {
    const { askFor, code, status } = await openLogin();
    await askFor(ada);
    await expect.element(status).toHaveTextContent('We sent a code of 6 digits to ada@example.com.');
    await expect.element(code).toHaveFocus();
    expect(code.element()).toMatchObject({ autocomplete: 'one-time-code', inputMode: 'numeric', type: 'text' });
  });

  test('logs in when it is whole, and tells so once', async () => {
    const { askFor, type, codeFor, isAt, sessions, status } = await openLogin();
    await askFor(ada);
    await type(codeFor(ada));
    await isAt('done');
    await expect.element(status).toHaveTextContent('One moment…');
    await expect.poll(() => sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ userId: expect.any(String), organizationId: expect.any(String) });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(sessions).toHaveLength(1);
  });

  test.each(['%s', 'Your code is %s.', '\n %s \n'])('pasted as %j logs in', async (sentence) => {
    const { askFor, paste, codeFor, isAt } = await openLogin();
    await askFor(ada);
    paste(sentence.replace('%s', codeFor(ada).replace(/^(...)/, '$1-')));
    await isAt('done');
  });

  test('pasted in half is not sent', async () => {
    const { askFor, paste, codeFor, code, form, type, isAt } = await openLogin();
    await askFor(ada);
    paste(codeFor(ada).slice(0, 3));
    await expect.element(code).toHaveValue(codeFor(ada).slice(0, 3));
    expect(form.dataset).toMatchObject({ step: 'code' });
    await type(codeFor(ada).slice(3));
    await isAt('done');
  });

  test('takes nothing but its own characters', async () => {
    const { askFor, type, code } = await openLogin();
    await askFor(ada);
    await type('1a-2 b');
    await expect.element(code).toHaveValue('12');
  });

  test('keeps the caret where a character was put in', async () => {
    const { askFor, type, code } = await openLogin();
    await askFor(ada);
    await type('1245{ArrowLeft}{ArrowLeft}x3');
    await expect.element(code).toHaveValue('12345');
    expect((code.element() as HTMLInputElement).selectionStart).toBe(3);
  });

  test('that is sent too early says what is missing', async () => {
    const { askFor, type, alert, code } = await openLogin();
    await askFor(ada);
    await type('12{Enter}');
    await expect.element(alert).toHaveTextContent('Please enter all 6 digits.');
    await expect.element(code).toHaveFocus();
  });

  test('that is wrong stays, selected and with the focus, and the right one is typed over it', async () => {
    const { askFor, type, codeFor, alert, code, isAt, form } = await openLogin();
    await askFor(ada);
    await type(wrong(codeFor(ada)));
    await expect.element(alert).toHaveTextContent(/not the code we sent/);
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAccessibleDescription(/not the code we sent/);
    expect(form.dataset.error).toBe('OTP_WRONG');
    const { value, selectionStart, selectionEnd } = code.element() as HTMLInputElement;
    expect([selectionStart, selectionEnd]).toEqual([0, value.length]);
    await type(codeFor(ada));
    await isAt('done');
  });

  test('that is wrong in one place can be corrected there', async () => {
    const { askFor, type, codeFor, alert, isAt } = await openLogin();
    await askFor(ada);
    const right = codeFor(ada);
    await type(`${right.slice(0, 5)}${wrong(right.slice(5))}`);
    await expect.element(alert).toBeVisible();
    await type(`{End}{Backspace}${right.slice(5)}`);
    await isAt('done');
  });

  test('one digit too many neither changes it nor sends it again', async () => {
    const { askFor, type, codeFor, alert, code, service } = await openLogin();
    await askFor(ada);
    const typed = wrong(codeFor(ada));
    await type(typed);
    await expect.element(alert).toBeVisible();
    service.script.next('otp_verify', { refuse: 'INTERNAL' });
    await type('{End}7');
    await expect.element(code).toHaveValue(typed);
    await expect.element(alert).toHaveTextContent(/not the code we sent/);
  });

  test('after three wrong ones nothing can be typed until a new one is sent, at once', async () => {
    const { askFor, type, codeFor, alert, code, button, isAt } = await openLogin();
    await askFor(ada);
    const typed = wrong(codeFor(ada));
    await type(typed);
    await expect.element(alert).toHaveTextContent(/not the code/);
    for (const digits of [wrong(typed), wrong(wrong(typed))]) {
      await type(digits);
      await expect.element(code).toHaveProperty('readOnly', false);
    }
    await expect.element(alert).toHaveTextContent(/Too many wrong tries/);
    await expect.element(code).toBeDisabled();
    await expect.element(button('Send a new code')).toHaveFocus();
    await type('{Enter}');
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveValue('');
    await type(codeFor(ada));
    await isAt('done');
  });

  test('that has expired is told of, and the only thing left to do is to ask for another', async () => {
    const { askFor, type, codeFor, alert, status, button, service, isAt } = await openLogin();
    await askFor(ada);
    service.clock.advanceMs(300_000);
    await expect.element(status).toHaveTextContent(/ada@example.com has expired/);
    await type(codeFor(ada));
    await expect.element(alert).toHaveTextContent(/That code has expired/);
    await expect.element(button('Log in')).not.toBeInTheDocument();
    await button('Send a new code').click();
    await expect.element(status).toHaveTextContent(/We sent a/);
    await type(codeFor(ada));
    await isAt('done');
  });

  test.each([
    ['OTP_SPENT', /already used/],
    ['PROXY_NOT_AVAILABLE', /switched off/],
    ['INTERNAL', /having trouble/],
    ['VERIFICATION_TOKEN_EXPIRED', /took too long/],
  ] as const)('refused with %s has a sentence of its own', async (refuse, sentence) => {
    const { askFor, type, codeFor, alert, service, form } = await openLogin();
    await askFor(ada);
    service.script.next('otp_verify', { refuse }, 5);
    await type(codeFor(ada));
    await expect.element(alert).toHaveTextContent(sentence);
    expect(form.dataset.error).toBe(refuse);
  });

  test.each(['unreachable', 'answer lost'] as const)(
    'meets a service that is gone (%s), and logs in by Enter once it is back',
    async (happening) => {
      const { askFor, type, codeFor, alert, code, service, isAt } = await openLogin();
      await askFor(ada);
      service.script.next('otp_verify', happening, 10);
      await type(codeFor(ada));
      await expect.element(alert).toHaveTextContent(/can’t reach/);
      await expect.element(code).toHaveValue(codeFor(ada));
      service.script.clear();
      await type('{Enter}');
      await isAt('done');
    },
  );

  test('of nine characters from letters and digits is read in any case', async () => {
    const { askFor, type, codeFor, code, isAt } = await openLogin({ config: { otpLength: 9, otpAlphanumeric: true } });
    await askFor(ada);
    expect(code.element()).toMatchObject({ inputMode: 'text' });
    await type(codeFor(ada).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'));
    await isAt('done');
  });

  test('stands nowhere but in its field', async () => {
    const { askFor, type, codeFor, form } = await openLogin();
    await askFor(ada);
    await type(codeFor(ada).slice(0, 5));
    expect(form.outerHTML).not.toContain(codeFor(ada).slice(0, 5));
  });
});

describe('another code', () => {
  test('lives as long as the configuration says', async () => {
    const { askFor, form } = await openLogin({ config: { otpExpirationSeconds: 120 } });
    await askFor(ada);
    await expect.poll(() => form.textContent).toContain('Code expires in 2:00');
  });

  test('can be asked for after half a minute, which is told apart from the lifetime of the code', async () => {
    const { askFor, button, service, form } = await openLogin();
    await askFor(ada);
    await expect.element(button('Send again in 0:30')).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => form.textContent).toContain('Code expires in 5:00');
    service.clock.advanceMs(19_500);
    await expect.element(button('Send again in 0:11')).toBeVisible();
    await expect.poll(() => form.textContent).toContain('Code expires in 4:41');
    await button('Send again in 0:11').click({ force: true });
    expect(service.inbox.list()).toHaveLength(1);
    service.clock.advanceMs(10_500);
    await expect.element(button('Send a new code')).toHaveAttribute('aria-disabled', 'false');
  });

  test('is told of; the first one, come late, still logs in', async () => {
    const { askFor, button, service, codeFor, status, code, type, isAt } = await openLogin();
    await askFor(ada);
    const first = codeFor(ada);
    service.clock.advanceMs(30_000);
    await button('Send a new code').click();
    await expect.element(status).toHaveTextContent('We sent a new code of 6 digits to ada@example.com.');
    await expect.element(code).toHaveFocus();
    expect(codeFor(ada)).not.toBe(first);
    await type(first);
    await isAt('done');
  });

  test('that is refused leaves the one that was sent, and says when to ask again', async () => {
    const { askFor, button, service, codeFor, code, alert, type, isAt } = await openLogin();
    await askFor(ada);
    service.clock.advanceMs(30_000);
    service.script.next('otp_init', { refuse: 'TOO_MANY_CODES', details: { retryAfterMs: 90_000 } });
    await button('Send a new code').click();
    await expect.element(alert).toHaveTextContent(/try again in 2 minutes/);
    await expect.element(button('Send again in 1:30')).toBeVisible();
    await expect.element(code).toHaveFocus();
    await type(codeFor(ada));
    await isAt('done');
  });
});

describe('who mistyped the address', () => {
  test('comes back to it as it was, and is sent a code to the right one', async () => {
    const { askFor, button, email, service, isAt, type, codeFor } = await openLogin();
    await askFor('ada@example.con');
    await button('Change the e-mail address').click();
    await isAt('contact');
    await expect.element(email).toHaveValue('ada@example.con');
    await expect.element(email).toHaveFocus();
    await email.fill(ada);
    await type('{Enter}');
    await isAt('code');
    expect(service.inbox.list(ada)).toHaveLength(1);
    await type(codeFor(ada));
    await isAt('done');
  });

  test('and did not after all, is back at the code without another one', async () => {
    const { askFor, button, service, isAt, type, codeFor } = await openLogin();
    await askFor(ada);
    await button('Change the e-mail address').click();
    await isAt('contact');
    await type('{Enter}');
    await isAt('code');
    expect(service.inbox.list()).toHaveLength(1);
    await type(codeFor(ada));
    await isAt('done');
  });

  test('and meets the limit, is back at the code that was sent', async () => {
    const { askFor, button, service, isAt, type, alert, codeFor } = await openLogin();
    await askFor(ada);
    await button('Change the e-mail address').click();
    service.clock.advanceMs(60_000);
    service.script.next('otp_init', { refuse: 'TOO_MANY_CODES', details: { retryAfterMs: 540_000 } });
    await type('{Enter}');
    await isAt('code');
    await expect.element(alert).toHaveTextContent(/in 9 minutes/);
    await type(codeFor(ada));
    await isAt('done');
  });
});
