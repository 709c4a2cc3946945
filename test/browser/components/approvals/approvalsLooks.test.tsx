import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { approvalsEnglish } from '../../../../src/components/approvals/approvalWords.js';
import type { ApprovalMessages } from '../../../../src/components/english/approvalMessages.js';
import { faultsIn, pseudoOf } from '../pseudo.js';
import { openCard, openInbox } from './openInbox.js';

const longName = 'Ein Konto mit einem Namen, der länger als jede Zeile der Karte ist, und ohneirgendeinenumbruchdarin';

/** Every word of the inbox, half as long again. */
const pseudoWords = { ...(pseudoOf(approvalsEnglish) as ApprovalMessages), locale: 'en' };

const colours = (value: 'active' | 'none') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });

afterEach(async () => {
  await colours('none');
  await page.viewport(1280, 800);
});

test('in forced colours each card and button has an outline, and the focus is visible', async () => {
  await openInbox(['Savings']);
  await colours('active');
  expect(matchMedia('(forced-colors: active)').matches).toBe(true);
  const card = await openCard();
  const approve = screen.getByRole('button', { name: /^Approve: / });
  const reject = screen.getByRole('button', { name: /^Reject: / });
  for (const outlined of [approve, reject, within(card).getByRole('region'), screen.getByRole('listitem')]) {
    const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(outlined);
    expect(Number.parseFloat(borderTopWidth), outlined.textContent ?? '').toBeGreaterThan(0);
    expect([borderTopStyle, borderTopColor]).not.toContain('none');
    expect(borderTopColor).not.toBe(getComputedStyle(document.body).backgroundColor);
  }
  const looksFocused = async (tag: string, drawnBy?: string) => {
    await userEvent.tab();
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as HTMLElement, drawnBy);
    expect([document.activeElement?.tagName, outlineStyle]).toEqual([tag, 'solid']);
    expect(Number.parseFloat(outlineWidth)).toBeGreaterThanOrEqual(2);
  };
  await looksFocused('SUMMARY');
  await looksFocused('BUTTON');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('button', { name: 'All activity' }).focus();
  await looksFocused('BUTTON', '::after');
});

test.each([640, 320])(
  'zoomed in to a width of %i pixels, in German, nothing is cut off or too small to press',
  async (width) => {
    await page.viewport(width, 400);
    await openInbox([longName], { language: 'de' });
    await openCard();
    await userEvent.click(await screen.findByText('Einzelheiten'));
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    for (const name of ['Zustimmen', 'Ablehnen']) {
      const button = screen.getByText(name);
      const { width, height } = button.getBoundingClientRect();
      expect([button.scrollWidth <= Math.ceil(width), height >= 24], name).toEqual([true, true]);
    }
  },
);

test('in the settings’ language no English word is shown, before or after the vote', async () => {
  await openInbox(['Sparen'], { language: 'de-AT' });
  await screen.findByRole('heading', { name: 'Wallet anlegen: „Sparen“' });
  expect(screen.getByText(/^Angefragt von \u2068Bob\u2069 · .*(gerade eben|vor .*) · läuft in .* ab$/)).toBeVisible();
  expect(await screen.findByText('1 von 2 Zustimmungen')).toBeInTheDocument();
  await openCard();
  const english = Object.values(approvalsEnglish).filter(
    (word): word is string => typeof word === 'string' && word.length > 3,
  );
  const isEnglish = () => english.filter((word) => word !== 'en' && document.body.textContent?.includes(word));
  expect(isEnglish()).toEqual([]);
  await userEvent.click(screen.getByText('Zustimmen'));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Zugestimmt.'));
  expect(isEnglish()).toEqual([]);
});

test('a right-to-left language sets the direction of the inbox, and what is data keeps its own', async () => {
  await openInbox(['Savings'], { language: 'ar' });
  await screen.findByRole('heading', { name: 'إنشاء محفظة: «\u2068Savings\u2069»' });
  await openCard();
  const regions = screen.getAllByRole('region');
  expect(regions).toHaveLength(2);
  for (const region of regions) expect(region).toMatchObject({ lang: 'ar', dir: 'rtl' });
  const [reject, approve] = ['رفض', 'موافقة'].map((name) => screen.getByText(name).getBoundingClientRect());
  expect(approve?.right).toBeLessThanOrEqual(reject?.left ?? 0);
  await userEvent.click(screen.getByText('التفاصيل'));
  expect(getComputedStyle(screen.getByText(/"walletName": "Savings"/)).direction).toBe('ltr');
});

test('never shows another language before its own', async () => {
  await openInbox(['Savings'], { language: 'ja' });
  const seen = new Set<string>();
  await expect
    .poll(() => {
      const header = document.querySelector<HTMLElement>('[data-latchkey=approvals] [data-part=header]');
      if (header && getComputedStyle(header).opacity === '1') seen.add(header.innerText.split('\n')[0] ?? '');
      return [...seen].join();
    })
    .toMatch(/^あなたの承認待ち/);
  expect([...seen].filter((text) => /[a-z]/i.test(text))).toEqual([]);
});

test('in words half as long again, at 320 pixels, nothing is untranslated, cut off, or stands out of the inbox', async () => {
  await page.viewport(320, 900);
  await openInbox(['Savings', longName], { messages: pseudoWords });
  await screen.findByRole('heading', { name: /Sáávííngs/ });
  const look = () => faultsIn(screen.getByRole('region'));
  expect(look()).toEqual([]);
  const card = await openCard();
  await userEvent.click(screen.getByText('⟦Déétááííls⟧'));
  expect(faultsIn(within(card).getByRole('region'))).toEqual([]);
});
