import { afterEach, describe, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { languages } from '../../../src/contract/language.js';
import { contrastOf, type Rgb } from './contrast.js';
import { logo, ownMails, shown } from './ownMails.js';

const scheme = (value: 'light' | 'dark' | '') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });

afterEach(async () => {
  document.body.replaceChildren();
  await scheme('');
});

function rgbOf(text: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

/** The colour that is behind an element. */
function behind(element: Element | null): Rgb {
  if (!element) return [255, 255, 255];
  const { backgroundColor } = getComputedStyle(element);
  return /^rgb\(/.test(backgroundColor) ? rgbOf(backgroundColor) : behind(element.parentElement);
}

/** The elements that show text of their own. */
const withText = (mail: Document) =>
  [...mail.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      element.getClientRects().length > 0 &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''),
  );

const longest = { appName: 'Donaudampfschifffahrtsgesellschaftskapitaen', logoUrl: logo, code: 'W7Q2MX9PA' };

describe.each(['light', 'dark'] as const)('in %s colours', (colours) => {
  test.each(languages)(
    'every text has contrast, and every mail is of that scheme, in the language %s',
    async (language) => {
      await scheme(colours);
      for (const [name, mail] of Object.entries(ownMails(language, { logoUrl: logo }))) {
        const page = await shown(mail, 600);
        expect(getComputedStyle(page.documentElement).colorScheme).toBe('light dark');
        const [red] = behind(page.body);
        expect(red > 200, name).toBe(colours === 'light');
        const texts = withText(page);
        expect(texts.length).toBeGreaterThan(2);
        for (const element of texts) {
          const contrast = contrastOf(rgbOf(getComputedStyle(element).color), behind(element));
          expect(contrast, `${name}: ${element.textContent}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    },
  );

  test.each([320, 600])(
    'nothing is wider than a screen of %i pixels, however long the name and the code',
    async (width) => {
      await scheme(colours);
      for (const language of languages) {
        for (const [name, mail] of Object.entries(ownMails(language, longest))) {
          const page = await shown(mail, width);
          const { scrollWidth, clientWidth } = page.documentElement;
          expect([scrollWidth, clientWidth], `${name}, ${language}`).toEqual([width, width]);
          const [card] = page.querySelectorAll('.card');
          const { left = 0, right = 0, width: wide = 0 } = card?.getBoundingClientRect() ?? {};
          expect([left, wide]).toEqual(width === 320 ? [16, 288] : [80, 440]);
          for (const element of withText(page)) {
            for (const box of element.getClientRects()) {
              expect(box.left, `${name}: ${element.textContent}`).toBeGreaterThanOrEqual(left + 20);
              expect(box.right, `${name}: ${element.textContent}`).toBeLessThanOrEqual(right - 20);
            }
          }
        }
        document.body.replaceChildren();
      }
    },
  );
});

test.each(languages)(
  'the code is large and on one line, from the start of the line, in the language %s',
  async (language) => {
    for (const code of ['428117', 'W7Q2MX9PA']) {
      const page = await shown(
        ownMails(language, { code }).code as { subject: string; text: string; html: string },
        320,
      );
      const shownCode = withText(page).find(({ textContent }) => textContent === code) as HTMLElement;
      const { fontSize, lineHeight, fontFamily } = getComputedStyle(shownCode);
      expect([fontSize, lineHeight]).toEqual(['32px', '40px']);
      expect(fontFamily).toContain('monospace');
      const [line, ...more] = shownCode.getClientRects();
      const plate = shownCode.closest('td')?.getBoundingClientRect();
      expect(more).toEqual([]);
      if (language === 'ar') expect(line?.right).toBeCloseTo((plate?.right ?? 0) - 12, 0);
      else expect(line?.left).toBeCloseTo((plate?.left ?? 0) + 12, 0);
    }
  },
);

test('the preheader is not shown, and no logo leaves no box', async () => {
  const { code } = ownMails('en');
  if (!code) throw new Error('There is no mail of a code.');
  const page = await shown(code, 600);
  expect(page.body.innerText.match(/428117/g)).toHaveLength(1);
  expect(page.images).toHaveLength(0);
  const [first] = withText(page);
  const { top = 0 } = page.querySelector('.card')?.getBoundingClientRect() ?? {};
  expect((first?.getBoundingClientRect().top ?? 0) - top).toBeLessThan(40); // the card's padding, and no more
});

test('a logo is 40 pixels high, and until it is loaded the name stands there', async () => {
  const { code } = ownMails('en', { logoUrl: logo });
  if (!code) throw new Error('There is no mail of a code.');
  const page = await shown(code, 600);
  const [image] = page.images;
  expect([image?.alt, image?.getBoundingClientRect().height]).toEqual(['Acme', 40]);
});
