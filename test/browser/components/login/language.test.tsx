import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LoginCard } from '../../../../src/components/login/LoginCard.js';
import type { LoginMessageChanges, LoginMessages } from '../../../../src/components/loginMessages.js';
import { english } from '../../../../src/components/loginWords.js';
import { openPage } from '../openCard.js';
import { faultsIn, pseudoOf } from '../pseudo.js';

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

const pseudoWords = { ...(pseudoOf(english) as LoginMessages), locale: 'en' } satisfies LoginMessageChanges;

describe('in words that are 50 % longer, at 320 pixels', () => {
  test('nothing is untranslated, cut off or outside the card', async () => {
    await page.viewport(320, 900);
    const card = <LoginCard messages={pseudoWords} terms="/t" privacy="/p" />;
    const { container } = await openPage(card, { config: { allowedAuthMethods: ['email', 'sms'] } });
    const look = () => faultsIn(container.querySelector('form'));
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
