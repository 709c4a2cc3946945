import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OtpScreen } from '../../../src/components/login/OtpScreen.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';
import { openLogin, topAtRest, wrong } from './login/openLogin.js';

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
  test('are the app’s own if it sets them', async () => {
    const messages = { contactTitle: 'Willkommen', problems: { CONTACT_INVALID: 'Bitte eine Adresse eingeben.' } };
    const { type, alert, email } = await openLogin({ screen: { messages } });
    await expect.element(page.getByRole('form', { name: 'Willkommen' })).toBeVisible();
    await type('{Enter}');
    await expect.element(alert).toHaveTextContent('Bitte eine Adresse eingeben.');
    await expect.element(email).toBeVisible();
  });
});

describe('the look', () => {
  test('uses no classes, which belong to the app', async () => {
    const { form, button } = await openLogin({ screen: { classNames: { root: 'card', submit: 'btn' } } });
    expect(form.className).toBe('card');
    expect(button('Continue').element().className).toBe('btn');
    expect(form.querySelectorAll('[class]')).toHaveLength(1);
  });

  test('shows nothing that is hidden, neither a part nor the whole form', async () => {
    const { form } = await openLogin();
    const parts = [...form.querySelectorAll<HTMLElement>('[data-part]')];
    expect(parts.length).toBeGreaterThan(5);
    for (const each of [...parts, form]) {
      const before = getComputedStyle(each).display;
      each.hidden = true;
      expect([each.dataset.part, getComputedStyle(each).display]).toEqual([each.dataset.part, 'none']);
      each.hidden = false;
      expect(getComputedStyle(each).display).toBe(before);
    }
  });

  test('is overridden by two of the app’s classes, in any order of the style sheets', async () => {
    styleOfTheApp('[data-latchkey] [data-part="submit"].btn { background-color: rgb(1, 2, 3) }');
    const { button } = await openLogin({ screen: { classNames: { submit: 'btn' } } });
    await userEvent.unhover(button('Continue'));
    await expect.poll(() => getComputedStyle(button('Continue').element()).backgroundColor).toBe('rgb(1, 2, 3)');
  });

  test('is not changed by rules for elements and attributes, as resets and frameworks have them', async () => {
    const { form, button } = await openLogin();
    await userEvent.unhover(button('Continue'));
    const looks = () =>
      [...form.querySelectorAll<HTMLElement>('[data-part]')].flatMap((part) => {
        const { top, left, width, height } = part.getBoundingClientRect();
        const style = getComputedStyle(part);
        const kept = [...style].filter((name) => !name.startsWith('--'));
        const values = kept.map((name) => `${part.dataset.part} ${name}: ${style.getPropertyValue(name)}`);
        return [`${part.dataset.part} at ${[top, left, width, height]}`, ...values];
      });
    await Promise.all(form.getAnimations({ subtree: true }).map(({ finished }) => finished));
    const before = looks();
    styleOfTheApp(`
      *, ::before, ::after { box-sizing: content-box; letter-spacing: 2px }
      :not(html, body, main) { border: 3px dotted red; margin: 5px; padding: 5px }
      button, [type=submit] { background: transparent; padding: 9px; font: 30px serif; text-shadow: 0 0 9px red }
      input, [type=email] { border: 0; height: 90px; margin: 9px; background: lime; text-transform: uppercase }
      input[type=email]:focus { outline: 9px solid lime; box-shadow: 0 0 0 9px lime; border-color: lime }
      label, h2, p { display: inline; margin: 33px; color: lime; font-size: 50px }
    `);
    expect(looks().filter((each, index) => each !== before[index])).toEqual([]);
  });

  test.each([
    ['on the root', ':root'],
    ['on the screen', '[data-latchkey]'],
  ])('takes its tokens from any ancestor: %s', async (_, selector) => {
    styleOfTheApp(
      `${selector} { --latchkey-accent: rgb(9, 90, 60); --latchkey-radius: 3px; --latchkey-surface: #fffff0 }`,
    );
    const { form, button } = await openLogin();
    await userEvent.unhover(button('Continue'));
    const { backgroundColor, borderRadius } = getComputedStyle(button('Continue').element());
    expect({ backgroundColor, borderRadius }).toEqual({ backgroundColor: 'rgb(9, 90, 60)', borderRadius: '3px' });
    expect(getComputedStyle(form)).toMatchObject({ backgroundColor: 'rgb(255, 255, 240)', borderRadius: '4.8px' });
    expect(getComputedStyle(form).getPropertyValue('--lk-accent-text')).toBe('rgb(9, 90, 60)');
  });

  test('derives from an accent alone readable text on it, and links that are readable in the dark', async () => {
    styleOfTheApp(':root { --latchkey-accent: #ffd400; color-scheme: dark }');
    const { button, form } = await openLogin();
    expect(getComputedStyle(button('Continue').element()).color).toBe('rgb(0, 0, 0)');
    expect(getComputedStyle(form).getPropertyValue('--lk-accent-text')).not.toBe('rgb(255, 212, 0)');
  });

  test('is in a cascade layer if the app puts it into one', async () => {
    const { default: ours } = await import('../../../src/components/styles.css?inline');
    styleOfTheApp(`@layer kit { ${ours} }`);
    for (const sheet of document.styleSheets)
      if (!(sheet.ownerNode as HTMLElement).matches('[data-of-the-app]')) sheet.disabled = true;
    styleOfTheApp('button { border-radius: 1px }');
    const { button } = await openLogin();
    expect(getComputedStyle(button('Continue').element())).toMatchObject({ borderRadius: '1px', fontWeight: '600' });
    for (const sheet of document.styleSheets) sheet.disabled = false;
  });

  test('keeps its spacing if the app resets every margin and padding', async () => {
    const { form, email } = await openLogin();
    const measures = () =>
      [form, ...form.querySelectorAll('h2, p, input, button')].map((each) =>
        Math.round(each.getBoundingClientRect().top),
      );
    const before = measures();
    styleOfTheApp('* { margin: 0; padding: 0 }');
    const { left } = form.getBoundingClientRect();
    expect(email.element().getBoundingClientRect().left - left).toBeGreaterThan(20);
    expect(measures()).toEqual(before);
  });

  test('changes nothing outside itself, and writes no style attribute', async () => {
    const { form, askFor } = await openLogin();
    await askFor(ada);
    expect([...form.querySelectorAll('[style]'), ...form.querySelectorAll('style')]).toEqual([]);
    for (const { cssRules } of document.styleSheets)
      for (const rule of cssRules)
        if (rule.cssText.includes('latchkey')) expect(rule).not.toBeInstanceOf(CSSLayerBlockRule);
    for (const element of [document.documentElement, document.body])
      expect(getComputedStyle(element).getPropertyValue('--latchkey-ink')).toBe('');
  });

  test.each([
    ['nothing', '', '', 'light'],
    ['color-scheme of the page', ':root { color-scheme: dark }', '', 'dark'],
    ['data-theme above', '', '<div data-theme="dark"></div>', 'dark'],
    ['.dark above', '', '<div class="dark"></div>', 'dark'],
    ['.dark above, light within', '', '<div class="dark"><div class="light"></div></div>', 'light'],
    ['data-theme=light in a dark page', ':root { color-scheme: dark }', '<div data-theme="light"></div>', 'light'],
  ])('follows the page’s light or dark scheme: %s', async (_, css, html, scheme) => {
    styleOfTheApp(css);
    const { form } = await openLogin();
    const place = document.body.appendChild(document.createElement('div'));
    place.innerHTML = html;
    let inmost: Element = place;
    while (inmost.firstElementChild) inmost = inmost.firstElementChild;
    inmost.append(form.cloneNode(true));
    const copy = place.querySelector('form') as HTMLFormElement;
    expect(getComputedStyle(copy).backgroundColor).toBe(scheme === 'dark' ? 'rgb(22, 24, 31)' : 'rgb(255, 255, 255)');
    place.remove();
  });

  test('is dark or light if the screen itself says so', async () => {
    const { form } = await openLogin();
    form.dataset.theme = 'dark';
    expect(getComputedStyle(form).backgroundColor).toBe('rgb(22, 24, 31)');
    delete form.dataset.theme;
    form.classList.add('dark');
    expect(getComputedStyle(form).backgroundColor).toBe('rgb(22, 24, 31)');
  });

  test.each([6, 7, 8, 9])('fits %d characters into 320 pixels, each in its slot', async (otpLength) => {
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

  test.each([320, 414])(
    'has no field that extends beyond the card at %d pixels, where a password manager would draw its icon',
    async (width) => {
      await page.viewport(width, 640);
      const { form, askFor, type, code, email } = await openLogin();
      const card = form.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(email.element());
      expect([paddingLeft, paddingRight]).toEqual(['12px', '12px']);
      await askFor(ada);
      await type('111111');
      const { left, right } = code.element().getBoundingClientRect();
      const slots = [...form.querySelectorAll('[data-part="slot"]')].map((slot) => slot.getBoundingClientRect());
      expect(left).toBeCloseTo(slots[0]?.left ?? 0, 1);
      expect(right).toBeCloseTo(slots.at(-1)?.right ?? 0, 1);
      expect(right).toBeLessThan(card.right);
      await expect.poll(() => code.element().scrollLeft).toBe(0);
    },
  );

  test.each(['contact', 'phone', 'code'])(
    'has touch targets of 44 pixels that do not overlap, at the step %s',
    async (step) => {
      const { form, askFor, button, phone } = await openLogin({ config: { allowedAuthMethods: ['email', 'sms'] } });
      if (step === 'code') await askFor(ada);
      if (step === 'phone') await button('Use phone').click();
      if (step === 'phone') await expect.element(phone).toHaveFocus();
      await topAtRest(form);
      for (const target of form.querySelectorAll('button, input, select')) {
        const { left, top, width, height } = target.getBoundingClientRect();
        expect(Math.min(width, height), target.outerHTML).toBeGreaterThanOrEqual(24);
        const x = left + width / 2;
        const reach = Array.from({ length: 90 }, (_, y) => top + height / 2 - 45 + y + 0.5);
        const hits = reach.filter((y) => document.elementFromPoint(x, y) === target);
        expect(hits.length, `${target.outerHTML} is hit over so many pixels`).toBeGreaterThanOrEqual(43);
        for (const y of [top + 1, top + height - 1])
          expect(document.elementFromPoint(left + width - 12, y), `${target.outerHTML} at its own edge`).toBe(target);
      }
    },
  );

  test('follows the direction of the page, while addresses and codes do not', async () => {
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
    const [ask, edit] = [page.getByText('Didn’t get it?'), button(/Send again/)].map((each) =>
      each.element().getBoundingClientRect(),
    );
    expect(ask?.right).toBeGreaterThan(edit?.right ?? Infinity);
  });
});

describe('a person without a pointer', () => {
  test('reaches everything in its visual order', async () => {
    const { askFor, type, email, button, code } = await openLogin({ config: { allowedAuthMethods: ['email', 'sms'] } });
    await expect.element(button(/phone/)).toBeVisible();
    await expect.element(email).toHaveFocus();
    await type('{Tab}');
    await expect.element(button('Continue')).toHaveFocus();
    await type('{Shift>}{Tab}{Tab}{/Shift}');
    await expect.element(button('Use phone')).toHaveFocus();
    await askFor(ada);
    await expect.element(code).toHaveFocus();
    for (const name of ['Continue', 'Send again']) {
      await type('{Tab}');
      await expect.element(button(name)).toHaveFocus();
    }
    await code.click();
    for (const name of ['Change email address', 'Back']) {
      await type('{Shift>}{Tab}{/Shift}');
      await expect.element(button(name)).toHaveFocus();
    }
    await type('{Enter}');
    await expect.element(email).toHaveFocus();
  });
});

describe('a screen without autoFocus', () => {
  test('leaves the focus where it is until the person does something', async () => {
    const { email, type, isAt, code } = await openLogin({ screen: { autoFocus: false } });
    await expect.element(email).not.toHaveFocus();
    await email.fill(ada);
    await type('{Enter}');
    await isAt('code');
    await expect.element(code).toHaveFocus();
  });

  test('leaves it there, too, when the configuration turns out to ask for a phone number', async () => {
    const { phone } = await openLogin({ screen: { autoFocus: false }, config: { allowedAuthMethods: ['sms'] } });
    await expect.element(phone).toBeVisible();
    await expect.element(page.getByLabelText('Country')).toBeEnabled();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('a browser that stores nothing', () => {
  test('is reported, and logs in all the same', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    const { askFor, type, codeFor, form, isIn } = await openLogin();
    await askFor(ada);
    await type(wrong(codeFor(ada)));
    await expect.poll(() => form.textContent).toContain('won’t remember you');
    await expect.poll(() => form.textContent).toContain('isn’t right'); // while it is checked, no digit is accepted
    await type(codeFor(ada));
    await isIn();
  });
});

describe('a server', () => {
  test('renders the first step, and the page hydrates it without a warning', async () => {
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
    const consoleErrors = vi.spyOn(console, 'error');
    const root = hydrateRoot(container, app, { onRecoverableError: complaint });
    await page.getByLabelText('Email address').fill(ada);
    await expect.element(page.getByLabelText('Email address')).toHaveValue(ada);
    expect(complaint).not.toHaveBeenCalled();
    expect(consoleErrors).not.toHaveBeenCalled();
    root.unmount();
    container.remove();
  });
});
