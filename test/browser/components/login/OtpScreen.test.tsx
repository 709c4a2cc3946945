import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { alone } from '../../../support/alone.js';
import { openLogin, topAtRest, wrong } from './openLogin.js';

const ada = 'ada@example.com';

describe('the code', () => {
  test('is announced, and its field has the focus', async () => {
    const { askFor, code, status } = await openLogin();
    await askFor(ada);
    await expect.element(page.getByRole('form', { name: 'Check your email' })).toBeVisible();
    await expect.element(code).toHaveAccessibleDescription(/^Enter the 6‑digit code/);
    expect(code.element()).toMatchObject({ name: 'code', enterKeyHint: 'go' });
    await expect.element(status).toHaveTextContent('Enter the 6‑digit code we sent to ada@example.com.');
    await expect.element(code).toHaveFocus();
    expect(code.element()).toMatchObject({ autocomplete: 'one-time-code', inputMode: 'numeric', type: 'text' });
  });

  test('logs in when it is complete, is announced once, and shows progress if the app keeps the screen', async () => {
    const { askFor, type, codeFor, sessions, button, isIn, service } = await openLogin({
      config: { emailCustomizationParams: { appName: 'Acme' } },
    });
    await askFor(ada);
    await type(codeFor(ada));
    await isIn();
    await expect.element(button('Taking you to Acme…')).toHaveAttribute('aria-disabled', 'true');
    expect(service.inbox.list()).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ userId: expect.any(String), organizationId: expect.any(String) });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(sessions).toHaveLength(1);
  });

  test.each(['%s', 'Your code is %s.', '\n %s \n'])('pasted as %j logs in', async (sentence) => {
    const { askFor, paste, codeFor, isIn } = await openLogin();
    await askFor(ada);
    paste(sentence.replace('%s', codeFor(ada).replace(/^(...)/, '$1-')));
    await isIn();
  });

  test('filled in by the browser without a key press logs in, also in the place of a refused one', async () => {
    const { askFor, code, codeFor, alert, isIn } = await openLogin();
    await askFor(ada);
    const fill = (text: string) => {
      const field = code.element() as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    };
    fill(wrong(codeFor(ada)));
    await expect.element(alert).toBeVisible();
    fill(codeFor(ada));
    await isIn();
  });

  test('pasted incompletely is not sent', async () => {
    const { askFor, paste, codeFor, code, form, type, isIn } = await openLogin();
    await askFor(ada);
    paste(codeFor(ada).slice(0, 3));
    await expect.element(code).toHaveValue(codeFor(ada).slice(0, 3));
    expect(form.dataset).toMatchObject({ step: 'code' });
    await type(codeFor(ada).slice(3));
    await isIn();
  });

  test('accepts only characters of its alphabet', async () => {
    const { askFor, type, code } = await openLogin();
    await askFor(ada);
    await type('1a-2 b');
    await expect.element(code).toHaveValue('12');
  });

  test('keeps the caret behind an inserted character', async () => {
    const { askFor, type, code } = await openLogin();
    await askFor(ada);
    await type('1245{ArrowLeft}{ArrowLeft}x3');
    await expect.element(code).toHaveValue('12345');
    expect((code.element() as HTMLInputElement).selectionStart).toBe(3);
  });

  test('that is submitted too early shows what is missing', async () => {
    const { askFor, type, alert, code } = await openLogin();
    await askFor(ada);
    await type('12{Enter}');
    await expect.element(alert).toHaveTextContent('Enter all 6 digits.');
    await expect.element(code).toHaveFocus();
  });

  test('that is wrong stays selected and focused, so that the right one can be typed over it', async () => {
    const { askFor, type, codeFor, alert, code, form, isIn } = await openLogin();
    await askFor(ada);
    await type(wrong(codeFor(ada)));
    await expect.element(alert).toHaveTextContent(/code isn’t right/);
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAccessibleDescription(/code isn’t right/);
    expect(form.dataset.error).toBe('OTP_WRONG');
    const { value, selectionStart, selectionEnd } = code.element() as HTMLInputElement;
    expect([selectionStart, selectionEnd]).toEqual([0, value.length]);
    await type(codeFor(ada));
    await isIn();
  });

  test('that is wrong is selected at once, so that a quick next key replaces it', async () => {
    const { askFor, type, codeFor, code, form } = await openLogin();
    await askFor(ada);
    const field = code.element() as HTMLInputElement;
    const selected = new Promise((resolve) => {
      const look = () => form.dataset.error && resolve([field.readOnly, field.selectionStart, field.selectionEnd]);
      new MutationObserver(look).observe(form, { attributeFilter: ['data-error'] });
    });
    await type(wrong(codeFor(ada)));
    expect(await selected).toEqual([false, 0, 6]);
  });

  test('that is wrong in one character can be corrected there', async () => {
    const { askFor, type, codeFor, alert, isIn } = await openLogin();
    await askFor(ada);
    const right = codeFor(ada);
    await type(`${right.slice(0, 5)}${wrong(right.slice(5))}`);
    await expect.element(alert).toBeVisible();
    await type(`{End}{Backspace}${right.slice(5)}`);
    await isIn();
  });

  test.each([
    ['{End}', 5],
    ['{Home}', 0],
    ['{Home}{ArrowRight}{ArrowRight}', 2],
    ['{End}{ArrowLeft}{ArrowLeft}', 3],
    ['{ArrowLeft}', 0],
  ])('that is complete has one character corrected after %s at %d, and is sent like a full one', async (keys, at) => {
    const { askFor, type, codeFor, alert, code, form, isIn } = await openLogin();
    await askFor(ada);
    const right = codeFor(ada);
    const typed = right.slice(0, at) + wrong(right.slice(at, at + 1)) + right.slice(at + 1);
    await type(typed);
    await expect.element(alert).toBeVisible();
    await type(keys);
    const { selectionStart, selectionEnd } = code.element() as HTMLInputElement;
    expect([selectionStart, selectionEnd]).toEqual([at, at + 1]);
    const ringed = [...form.querySelectorAll('[data-part=slot]')].map((slot) => slot.hasAttribute('data-active'));
    expect(ringed.indexOf(true)).toBe(at);
    expect(ringed.lastIndexOf(true)).toBe(at);
    await type(right[at] ?? '');
    await isIn();
  });

  test('that is complete is corrected where it is clicked', async () => {
    const { askFor, type, codeFor, alert, code, form, isIn } = await openLogin();
    await askFor(ada);
    const right = codeFor(ada);
    await type(right.slice(0, 3) + wrong(right.slice(3, 4)) + right.slice(4));
    await expect.element(alert).toBeVisible();
    const slot = form.querySelectorAll('[data-part=slot]')[3]?.getBoundingClientRect();
    const field = code.element().getBoundingClientRect();
    const x = (slot?.left ?? 0) - field.left + (slot?.width ?? 0) / 2;
    await code.click({ position: { x: x - 2, y: field.height / 2 } });
    await type(`${right[3]}{Enter}`);
    await isIn();
  });

  test('shows where the next character goes, wherever the caret is', async () => {
    const { askFor, type, form } = await openLogin();
    await askFor(ada);
    const ring = () =>
      [...form.querySelectorAll('[data-part=slot]')].findIndex((slot) => slot.hasAttribute('data-active'));
    await type('123');
    await expect.poll(ring).toBe(3);
    await type('{ArrowLeft}{ArrowLeft}');
    await expect.poll(ring).toBe(1);
  });

  test('that was refused keeps its error while another one is checked, until the first key', async () => {
    const { askFor, type, codeFor, alert, code, service, form } = await openLogin();
    await askFor(ada);
    await type(wrong(codeFor(ada)));
    await expect.element(alert).toHaveTextContent(/code isn’t right/);
    const top = () => topAtRest(form);
    const before = await top();
    let answer = () => {};
    service.failures.next('otp_verify', { until: new Promise<void>((resolve) => (answer = resolve)) });
    await type('{Enter}');
    await expect.poll(() => form.dataset.busy).toBe('true');
    await expect.element(alert).toHaveTextContent(/code isn’t right/);
    expect(getComputedStyle(alert.element()).color).toBe('rgb(86, 93, 109)');
    expect(await top()).toBe(before);
    answer();
    await expect.poll(() => form.dataset.busy).toBeUndefined();
    await type('1');
    await expect.element(alert).not.toBeInTheDocument();
    await expect.element(code).not.toHaveAttribute('aria-invalid');
    expect(await top()).toBe(before);
  });

  test('after three wrong ones nothing can be typed until a new one is sent, at once', async () => {
    const { askFor, type, codeFor, alert, code, button, isIn } = await openLogin();
    await askFor(ada);
    const typed = wrong(codeFor(ada));
    await type(typed);
    await expect.element(alert).toHaveTextContent(/code isn’t right/);
    for (const digits of [wrong(typed), wrong(wrong(typed))]) {
      await type(digits);
      await expect.element(code).toHaveProperty('readOnly', false);
    }
    await expect.element(alert).toHaveTextContent(/Too many wrong codes/);
    await expect.element(page.getByRole('form', { name: 'This code no longer works' })).toBeVisible();
    await expect.element(code).toBeDisabled();
    await expect.element(button('Send a new code')).toHaveFocus();
    await type('{Enter}');
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveValue('');
    await type(codeFor(ada));
    await isIn();
  });

  test('that has expired is reported in the title and takes no input, and the only remaining button has the focus', async () => {
    const { askFor, type, codeFor, status, code, button, service, isIn } = await openLogin();
    await askFor(ada);
    await type('12');
    service.clock.advanceMs(300_000);
    await expect.element(page.getByRole('form', { name: 'This code has expired' })).toBeVisible();
    await expect.element(status).toHaveTextContent('Send a new one to ada@example.com.');
    await expect.element(code).toBeDisabled();
    await expect.element(button('Continue')).not.toBeInTheDocument();
    await expect.element(button('Send a new code')).toHaveFocus();
    await type('{Enter}');
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveValue('');
    await type(codeFor(ada));
    await isIn();
  });

  test('that expires while the focus is elsewhere leaves the focus there', async () => {
    const { askFor, service } = await openLogin();
    await askFor(ada);
    (document.activeElement as HTMLElement).blur();
    service.clock.advanceMs(300_000);
    await expect.element(page.getByRole('form', { name: 'This code has expired' })).toBeVisible();
    expect(document.activeElement).toBe(document.body);
  });

  test('announces its last minute once in words, and then shows a countdown', async () => {
    const { askFor, service, form } = await openLogin();
    await askFor(ada);
    const clock = page.getByRole('timer');
    await expect.element(clock).not.toBeInTheDocument();
    expect(form.querySelector('[aria-live=polite]')?.textContent).toBe('');
    service.clock.advanceMs(240_000);
    await expect.element(clock).toHaveTextContent(/^Expires in (1:00|0:5\d)$/);
    expect(form.querySelector('[aria-live=polite]')?.textContent).toBe('Your code expires in 1 minute.');
  });

  test.each([
    ['OTP_SPENT', 'otp_verify', /already used/],
    ['PROXY_NOT_AVAILABLE', 'otp_verify', /unavailable right now/],
    ['INTERNAL', 'otp_verify', /wrong on our side/],
    ['VERIFICATION_TOKEN_EXPIRED', 'account', /took too long/],
  ] as const)('refused with %s has its own message', async (refuse, call, sentence) => {
    const { askFor, type, codeFor, alert, service, form } = await openLogin();
    await askFor(ada);
    service.failures.next(call, { refuse }, 5);
    await type(codeFor(ada));
    await expect.element(alert).toHaveTextContent(sentence);
    expect(form.dataset.error).toBe(refuse);
  });

  test.each(['unreachable', 'answer lost'] as const)(
    'that meets an unreachable service (%s) logs in by Enter once the service is back',
    async (happening) => {
      const { askFor, type, codeFor, alert, code, service, isIn } = await openLogin();
      await askFor(ada);
      service.failures.next('otp_verify', happening, 10);
      await type(codeFor(ada));
      await expect.element(alert).toHaveTextContent(/Can’t connect/);
      await expect.element(code).toHaveValue(codeFor(ada));
      service.failures.clear();
      await type('{Enter}');
      await isIn();
    },
  );

  test('of nine characters from letters and digits is read in any case', async () => {
    const { askFor, type, codeFor, code, isIn } = await openLogin({ config: { otpLength: 9, otpAlphanumeric: true } });
    await askFor(ada);
    expect(code.element()).toMatchObject({ inputMode: 'text' });
    await type(codeFor(ada).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'));
    await isIn();
  });

  test('is nowhere in the page but in its field', async () => {
    const { askFor, type, codeFor, form } = await openLogin();
    await askFor(ada);
    await type(codeFor(ada).slice(0, 5));
    expect(form.outerHTML).not.toMatch(alone(codeFor(ada).slice(0, 5)));
  });
});

describe('another code', () => {
  test('expires when the configuration says', async () => {
    const { askFor } = await openLogin({ config: { otpExpirationSeconds: 45 } });
    await askFor(ada);
    await expect.element(page.getByRole('timer')).toHaveTextContent(/Expires in 0:4[45]/);
  });

  test('can be requested after half a minute, and the countdown is no part of the button’s name', async () => {
    const { askFor, button, service, form } = await openLogin();
    await askFor(ada);
    const footer = () => form.querySelector('[data-part=footer]')?.textContent;
    await expect.element(button('Send again')).toHaveAttribute('aria-disabled', 'true');
    expect(footer()).toBe('Didn’t get it? Send again in 0:30');
    service.clock.advanceMs(19_500);
    await expect.poll(footer).toBe('Didn’t get it? Send again in 0:11');
    await button('Send again').click({ force: true });
    expect(service.inbox.list()).toHaveLength(1);
    service.clock.advanceMs(10_500);
    await expect.element(button('Send a new code')).toHaveAttribute('aria-disabled', 'false');
    const announcement = () => form.querySelector('[aria-live=polite]')?.textContent;
    await expect.poll(announcement).toBe('You can send a new code now.');
  });

  test('is announced, and the first one still logs in if it arrives late', async () => {
    const { askFor, button, service, codeFor, status, code, type, isIn } = await openLogin();
    await askFor(ada);
    const first = codeFor(ada);
    service.clock.advanceMs(30_000);
    await button('Send a new code').click();
    await expect.element(status).toHaveTextContent('We sent a new code to ada@example.com.');
    await expect.element(code).toHaveFocus();
    expect(codeFor(ada)).not.toBe(first);
    await type(first);
    await isIn();
  });

  test('that is refused leaves the earlier one valid, and shows when to request again', async () => {
    const { askFor, button, service, codeFor, code, alert, type, isIn, form } = await openLogin();
    await askFor(ada);
    service.clock.advanceMs(30_000);
    service.failures.next('otp_init', { refuse: 'TOO_MANY_CODES', details: { retryAfterMs: 90_000 } });
    await button('Send a new code').click();
    await expect.element(alert).toHaveTextContent(/Try again in 2 minutes/);
    await expect.poll(() => form.querySelector('[data-part=footer]')?.textContent).toContain('Send again in 1:30');
    await expect.element(code).toHaveFocus();
    await type(codeFor(ada));
    await isIn();
  });
});
