import { describe, expect, test } from 'vitest';
import { languages } from '../../../src/contract/language.js';
import { logo, type OwnMail, ownMails } from './ownMails.js';

const read = (html: string) => new DOMParser().parseFromString(html, 'text/html');

/** What a list of mails shows beside the subject, with the padding that keeps other text away. */
const preheaderIn = (page: Document) => page.querySelector('body > div > div:first-child');
const words = (text: string) => text.replaceAll(/[\u034f\u200c\u00a0\s]+/g, ' ').trim();
const codeMail = (language: (typeof languages)[number]) => ownMails(language).code as OwnMail;

describe.each(languages)('in the language %s', (language) => {
  const mails = Object.entries(ownMails(language));

  test.each(mails)('the mail "%s" names its language and direction, at the top and in its body', (_, { html }) => {
    const { documentElement, body } = read(html);
    const named = [language, language === 'ar' ? 'rtl' : 'ltr'];
    expect([documentElement.lang, documentElement.dir]).toEqual(named);
    // Web mail shows the body in a page of its own.
    const [outermost, ...others] = body.children as unknown as HTMLElement[];
    expect([outermost?.lang, outermost?.dir, others]).toEqual([...named, []]);
  });

  test.each(mails)(
    'the preheader of the mail "%s" is a sentence of it, with the app, and nothing follows',
    (name, mail) => {
      const shown = preheaderIn(read(mail.html))?.textContent ?? '';
      expect(words(shown)).toContain('Acme');
      if (name.startsWith('code')) expect(words(shown)).toContain('428117');
      else expect(words(mail.text)).toContain(words(shown));
      expect(shown.length - words(shown).length).toBeGreaterThan(200);
    },
  );

  test.each(mails)('the mail "%s" says the same in its text and its HTML', (_, { html, text }) => {
    const page = read(html);
    preheaderIn(page)?.remove();
    for (const line of page.querySelectorAll('br')) line.replaceWith('\n');
    const seen = words(page.body.textContent ?? '').replaceAll(' ', '');
    for (const line of text.split('\n')) {
      const isBehindWords = line.startsWith('https:') && page.querySelector(`a[href="${line}"]`) !== null;
      if (!isBehindWords) expect(seen).toContain(words(line).replaceAll(' ', ''));
    }
  });

  test('the code is one word, from left to right', () => {
    const { html, text } = codeMail(language);
    const holders = [...read(html).querySelectorAll('span')].filter(({ textContent }) => textContent === '428117');
    expect(holders.map(({ dir }) => dir)).toEqual(['ltr']);
    expect(text.split('\n')).toContain('428117');
  });

  test('what the browser says of itself is said as its word', () => {
    const line = codeMail(language)
      .text.split('\n')
      .find((each) => each.includes('Samsung Internet'));
    expect(line).toContain('Android');
    expect(line).toMatch(/browser|navigateur|navegador|ブラウザー|浏览器|المتصفح/i);
  });
});

const hostile = `</title></style><script>alert(1)</script><img src=x onerror=alert(1)>"' onload=x {{code}} <![endif]--><!-- &amp;`;

describe.each([
  ['without a logo', {}, []],
  ['with a logo', { logoUrl: logo }, [logo]],
  ['with a hostile name', { appName: hostile, logoUrl: logo }, [logo]],
] as const)('%s', (_, chosen, images) => {
  /** Every mail of a language, read, and with its name. */
  const pagesIn = (language: (typeof languages)[number], change = (html: string) => html) =>
    Object.entries(ownMails(language, chosen)).map(([name, mail]) => ({ name, mail, page: read(change(mail.html)) }));

  test.each(languages)(
    'T-46 mails ask nothing of the network but the logo, and execute nothing, in the language %s',
    (language) => {
      for (const { name, page } of pagesIn(language)) {
        expect(
          page.querySelectorAll('script, iframe, object, embed, form, link, base, svg, input, button'),
        ).toHaveLength(0);
        expect(page.querySelectorAll('meta[http-equiv]'), name).toHaveLength(0);
        expect([...page.images].map(({ src }) => src)).toEqual(images);
        const sheets = [...page.querySelectorAll('style')].map(({ textContent }) => textContent);
        expect(sheets).toEqual([expect.not.stringMatching(/url\(|@import|@font-face|expression/)]);
        for (const element of page.querySelectorAll('*')) {
          expect(element.getAttributeNames().filter((each) => !attributes.includes(each))).toEqual([]);
          expect(element.getAttribute('style') ?? '').not.toMatch(/url\(|expression|behavior/);
        }
        for (const link of page.querySelectorAll('a')) expect(link.href).toMatch(/^https:\/\/app\.example\.com\//);
      }
    },
  );

  test.each(languages)(
    'mails are laid out by tables that a screen reader passes over and Word draws, in the language %s',
    (language) => {
      // With what Outlook for Windows alone reads.
      for (const { page } of pagesIn(language, (html) => html.replaceAll(/<!--\[if mso\]>|<!\[endif\]-->/g, ''))) {
        const tables = [...page.querySelectorAll('table')];
        expect(tables.length).toBeGreaterThan(3);
        for (const each of tables) {
          expect(each.getAttribute('role')).toBe('presentation');
          expect([each.border, each.cellPadding, each.cellSpacing]).toEqual(['0', '0', '0']);
        }
        expect(tables.map(({ width }) => width).filter((width) => !['', '100%'].includes(width))).toEqual(['440']);
        for (const styled of page.querySelectorAll('[style]')) {
          const style = new Map(
            (styled.getAttribute('style') ?? '').split(';').map((each) => each.split(':') as [string, string]),
          );
          expect([...style.keys()].filter((property) => unknownToWord.test(property))).toEqual([]);
          expect([...style.values()].filter((value) => /flex|grid|\d(?:r?em|vw)\b|var\(|calc\(/.test(value))).toEqual(
            [],
          );
          // A background is an attribute, too.
          const background = style.get('background-color');
          if (background) expect(styled.getAttribute('bgcolor')).toBe(background);
        }
      }
    },
  );

  test.each(languages)('T-46 the app’s name is text, in the language %s', (language) => {
    const { appName = 'Acme' } = chosen as { appName?: string };
    for (const { mail, page } of pagesIn(language)) {
      expect(page.title).toBe(appName);
      expect(mail.text).toContain(appName);
      expect(page.body.textContent).toContain(appName);
    }
  });
});

const unknownToWord = /^(?:font|background|inset|gap|flex|grid|margin-inline|padding-inline|inline-size)$/;

const attributes = [
  ...[
    'align',
    'alt',
    'bgcolor',
    'border',
    'cellpadding',
    'cellspacing',
    'charset',
    'class',
    'content',
    'dir',
    'height',
  ],
  ...['href', 'lang', 'name', 'role', 'src', 'style', 'width'],
];
