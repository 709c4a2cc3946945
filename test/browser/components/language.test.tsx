import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { english } from '../../../src/components/english.js';
import { LoginCard } from '../../../src/components/LoginCard.js';
import type { LoginMessageChanges, LoginMessages } from '../../../src/components/loginMessages.js';
import { openPage } from './openCard.js';

const ada = 'ada@example.com';

describe('the language of the settings', () => {
  test.each([
    ['de-DE', 'E‑Mail-Adresse', 'de', 'ltr'],
    ['ar', 'البريد الإلكتروني', 'ar', 'rtl'],
    ['nl', 'Email address', 'en', 'ltr'],
  ])('%s is that of the card', async (language, label, lang, dir) => {
    const { container } = await openPage(<LoginCard />, {}, { language });
    await expect.element(page.getByLabelText(label)).toBeVisible();
    await expect.poll(() => container.querySelector('form')).toMatchObject({ lang, dir });
  });

  test('keeps the page’s direction if no language is chosen', async () => {
    const { container } = await openPage(<LoginCard />);
    await expect.element(page.getByLabelText('Email address')).toBeVisible();
    expect(container.querySelector('form')?.hasAttribute('dir')).toBe(false);
  });

  test('never shows another language first', async () => {
    const { container } = await openPage(<LoginCard />, {}, { language: 'ja' });
    const seen = new Set<string>();
    await expect
      .poll(() => {
        const title = container.querySelector<HTMLElement>('[data-part=header]');
        if (title && getComputedStyle(title).opacity === '1') seen.add(title.innerText);
        return seen.size;
      })
      .toBe(1);
    expect([...seen][0]).toContain('ログイン');
  });
});

/** Every word in brackets, accented and half as long again: what is not in brackets was never translated. */
const pseudo = (text: string): string =>
  `⟦${text.replace(/[aeiou]/g, (letter) => ({ a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú' })[letter] ?? letter)}⟧`;

function pseudoOf(value: unknown): unknown {
  if (typeof value === 'string') return pseudo(value);
  if (Array.isArray(value)) return value.map((part: string) => (part.trim() === '' ? part : pseudo(part)));
  if (typeof value === 'function') return (...facts: unknown[]) => pseudoOf(value(...facts));
  return Object.fromEntries(Object.entries(value as object).map(([name, word]) => [name, pseudoOf(word)]));
}

const pseudoWords = { ...(pseudoOf(english) as LoginMessages), locale: 'en' } satisfies LoginMessageChanges;

describe('in words that are 50 % longer, at 320 pixels', () => {
  test('nothing is untranslated, cut off or outside the card', async () => {
    await page.viewport(320, 900);
    const card = <LoginCard messages={pseudoWords} terms="/t" privacy="/p" />;
    const { container } = await openPage(card, { config: { allowedAuthMethods: ['email', 'sms'] } });
    const look = () => faultsIn(container);
    await expect.element(page.getByRole('button', { name: /phóónéé/ })).toBeVisible();
    expect(look()).toEqual([]);
    await page.getByLabelText(/Emááííl/).fill('ada');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(look()).toEqual([]);
    await page.getByLabelText(/Emááííl/).fill(ada);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText(/códé|cóódéé/)).toHaveFocus();
    expect(look()).toEqual([]);
    await page.viewport(414, 896);
  });
});

function faultsIn(container: Element): string[] {
  const form = container.querySelector('form');
  if (!form) return ['no card'];
  const { left, right } = form.getBoundingClientRect();
  return [...form.querySelectorAll<HTMLElement>('[data-part]')].flatMap((part) => {
    const name = part.dataset.part ?? '';
    if (['unseen', 'select', 'address', 'slot'].includes(name)) return [];
    const own = [...part.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const text = own.map(({ textContent }) => textContent).join('');
    const box = part.getBoundingClientRect();
    return [
      ...(/[a-z]{2}/i.test(text) && !/[⟦⟧]/.test(text) ? [`${name} says ${text}`] : []),
      ...(part.scrollWidth > part.clientWidth + 1 &&
      part.clientWidth > 0 &&
      !['input', 'back', 'close', 'link'].includes(name)
        ? [`${name} is cut off`]
        : []),
      ...(box.width > 0 && (box.left < left - 1 || box.right > right + 1) ? [`${name} stands out`] : []),
    ];
  });
}
