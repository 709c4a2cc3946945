import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OtpScreen } from '../../../src/components/OtpScreen.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';
import { openLogin, wrong } from './openLogin.js';

const ada = 'ada@example.com';

afterEach(async () => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('dir');
  for (const style of document.querySelectorAll('[data-of-the-app]')) style.remove();
  await page.viewport(414, 896);
});

function styleOfTheApp(css: string) {
  const style = document.head.appendChild(document.createElement('style'));
  style.dataset.ofTheApp = '';
  style.textContent = css;
}

describe('the words', () => {
  test('are the app’s where it has its own', async () => {
    const messages = { contactTitle: 'Willkommen', problems: { CONTACT_INVALID: 'Bitte eine Adresse eingeben.' } };
    const { type, alert, email } = await openLogin({ screen: { messages } });
    await expect.element(page.getByRole('form', { name: 'Willkommen' })).toBeVisible();
    await type('{Enter}');
    await expect.element(alert).toHaveTextContent('Bitte eine Adresse eingeben.');
    await expect.element(email).toBeVisible();
  });
});

describe('the look', () => {
  test('goes by no class; classes are the app’s alone', async () => {
    const { form, button } = await openLogin({ screen: { classNames: { root: 'card', submit: 'btn' } } });
    expect(form.className).toBe('card');
    expect(button('Continue').element().className).toBe('btn');
    expect(form.querySelectorAll('[class]')).toHaveLength(1);
  });

  test('yields to any rule of the app that lies in no layer', async () => {
    styleOfTheApp('.btn { background-color: rgb(1, 2, 3) } [data-latchkey] { --latchkey-radius: 3px }');
    const { form, button } = await openLogin({ screen: { classNames: { submit: 'btn' } } });
    await userEvent.unhover(button('Continue'));
    await expect.poll(() => getComputedStyle(button('Continue').element()).backgroundColor).toBe('rgb(1, 2, 3)');
    expect(getComputedStyle(button('Continue').element()).borderRadius).toBe('3px');
    expect(getComputedStyle(form).borderRadius).toBe('4.8px');
  });

  test('keeps its measures where the app takes every margin and padding away', async () => {
    const { form, email } = await openLogin();
    const measures = () =>
      [form, ...form.querySelectorAll('h2, p, input, button')].map((each) => each.getBoundingClientRect().top);
    const before = measures();
    styleOfTheApp('* { margin: 0; padding: 0 }');
    const { left } = form.getBoundingClientRect();
    expect(email.element().getBoundingClientRect().left - left).toBeGreaterThan(20);
    expect(measures()).toEqual(before);
  });

  test('leaves the page alone, and writes no style in an attribute', async () => {
    const { form, askFor } = await openLogin();
    await askFor(ada);
    expect([...form.querySelectorAll('[style]'), ...form.querySelectorAll('style')]).toEqual([]);
    for (const { cssRules } of document.styleSheets)
      for (const rule of cssRules)
        if (rule.cssText.includes('latchkey')) expect(rule).toBeInstanceOf(CSSLayerBlockRule);
    for (const element of [document.documentElement, document.body])
      expect(getComputedStyle(element).getPropertyValue('--latchkey-ink')).toBe('');
  });

  test('is dark where the app says so, and light inside the dark where it says that', async () => {
    document.documentElement.dataset.theme = 'dark';
    const { form } = await openLogin();
    const surface = () => getComputedStyle(form).backgroundColor;
    expect(surface()).toBe('rgb(22, 24, 31)');
    form.dataset.theme = 'light';
    expect(surface()).toBe('rgb(255, 255, 255)');
    delete document.documentElement.dataset.theme;
  });

  test.each([6, 7, 8, 9])('fits %d characters into 320 pixels, and each stands in its slot', async (otpLength) => {
    await page.viewport(320, 640);
    const { form, askFor, type, code } = await openLogin({ config: { otpLength } });
    await askFor(ada);
    await type('1'.repeat(otpLength - 1));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    const slots = [...form.querySelectorAll('[data-part="slot"]')].map((slot) => slot.getBoundingClientRect());
    expect(slots).toHaveLength(otpLength);
    const { fontSize, fontFamily, letterSpacing, textIndent } = getComputedStyle(code.element());
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    pen.font = `500 ${fontSize} ${fontFamily}`;
    const glyph = pen.measureText('1').width;
    const start = code.element().getBoundingClientRect().left + Number.parseFloat(textIndent);
    for (const [index, { left, right }] of slots.entries()) {
      const middle = start + index * (glyph + Number.parseFloat(letterSpacing)) + glyph / 2;
      expect(Math.abs(middle - (left + right) / 2)).toBeLessThan(1);
    }
  });

  test.each(['contact', 'code'])('has targets of 24 pixels and more at the step %s', async (step) => {
    const { form, askFor } = await openLogin({ config: { allowedAuthMethods: ['email', 'sms'] } });
    if (step === 'code') await askFor(ada);
    for (const target of form.querySelectorAll('button, input, select')) {
      const { width, height } = target.getBoundingClientRect();
      expect(Math.min(width, height), target.outerHTML).toBeGreaterThanOrEqual(24);
    }
  });

  test('turns around with the direction of the page, while addresses and codes do not', async () => {
    document.documentElement.dir = 'rtl';
    const { email, form, askFor, type, button, code } = await openLogin();
    await email.fill('ada');
    expect(getComputedStyle(email.element()).textAlign).toBe('right');
    expect(getComputedStyle(email.element()).direction).toBe('ltr');
    await askFor(ada);
    await type('1');
    const [first, second] = [...form.querySelectorAll('[data-part="slot"]')].map((slot) =>
      slot.getBoundingClientRect(),
    );
    expect(first?.left).toBeLessThan(second?.left ?? 0);
    expect(getComputedStyle(code.element()).direction).toBe('ltr');
    const [resend, edit] = [button(/Send again/), button(/Change/)].map((each) =>
      each.element().getBoundingClientRect(),
    );
    expect(resend?.left).toBeGreaterThan(edit?.left ?? Infinity);
  });
});

describe('who has no pointer', () => {
  test('reaches everything in the order it stands in', async () => {
    const { askFor, type, email, button, code } = await openLogin({ config: { allowedAuthMethods: ['email', 'sms'] } });
    await expect.element(button(/phone/)).toBeVisible();
    await expect.element(email).toHaveFocus();
    for (const name of ['Continue', 'Use a phone number instead']) {
      await type('{Tab}');
      await expect.element(button(name)).toHaveFocus();
    }
    await askFor(ada);
    await expect.element(code).toHaveFocus();
    for (const name of ['Log in', /Send again/, /Change/]) {
      await type('{Tab}');
      await expect.element(button(name)).toHaveFocus();
    }
    await type('{Enter}');
    await expect.element(email).toHaveFocus();
  });
});

describe('a screen that nobody asked to take the focus', () => {
  test('leaves it where it is until something is done', async () => {
    const { email, type, isAt, code } = await openLogin({ screen: { autoFocus: false } });
    await expect.element(email).not.toHaveFocus();
    await email.fill(ada);
    await type('{Enter}');
    await isAt('code');
    await expect.element(code).toHaveFocus();
  });

  test('also when the configuration turns out to ask for a phone number', async () => {
    const { phone } = await openLogin({ screen: { autoFocus: false }, config: { allowedAuthMethods: ['sms'] } });
    await expect.element(phone).toBeVisible();
    await expect.element(page.getByLabelText('Country')).toBeEnabled();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('a browser that keeps nothing', () => {
  test('is told of, and logs in all the same', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    const { askFor, type, codeFor, form, isAt } = await openLogin();
    await askFor(ada);
    await type(wrong(codeFor(ada)));
    await expect.poll(() => form.textContent).toContain('you’ll be logged out when you close or reload it');
    await type(codeFor(ada));
    await isAt('done');
  });
});

describe('a server', () => {
  test('renders the first step, and the page takes it over without a word of complaint', async () => {
    const settings = {
      authProxyUrl: 'https://auth.example.com',
      authProxyConfigId: '9b7c8f0e-93a4-4c7c-8d50-9e8c3c2f1f10',
      fetch: () => new Promise<Response>(() => {}),
    };
    const app = (
      <LatchkeyProvider settings={settings}>
        <OtpScreen />
      </LatchkeyProvider>
    );
    const container = document.body.appendChild(document.createElement('main'));
    container.innerHTML = renderToString(app);
    expect(container.querySelector('form')?.dataset.step).toBe('contact');
    const complaint = vi.fn();
    const said = vi.spyOn(console, 'error');
    const root = hydrateRoot(container, app, { onRecoverableError: complaint });
    await page.getByLabelText('E-mail address').fill(ada);
    await expect.element(page.getByLabelText('E-mail address')).toHaveValue(ada);
    expect(complaint).not.toHaveBeenCalled();
    expect(said).not.toHaveBeenCalled();
    root.unmount();
    container.remove();
  });
});
