import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import type { ApprovalMessageChanges } from '../../../src/components/approvalMessages.js';
import { approvalsEnglish } from '../../../src/components/approvalsEnglish.js';
import { openInbox } from './openInbox.js';

const longName = 'Ein Konto mit einem Namen, der länger als jede Zeile der Karte ist, und ohneirgendeinenumbruchdarin';

/** The inbox's words in German: each of them, and none of the English ones. */
const german: ApprovalMessageChanges = {
  locale: 'de',
  title: 'Wartet auf dich',
  othersTitle: 'Wartet auf andere',
  loading: 'Lädt …',
  none: 'Nichts wartet auf dich.',
  loggedOut: 'Melde dich an, um zu sehen, was auf dich wartet.',
  what: ({ name = '' }) => `Konto „${name}“ anlegen`,
  askedBy: (name) => `Angefragt von ${name}`,
  askedByYou: 'Von dir angefragt',
  approvals: (count) => (count === 1 ? '1 Zustimmung' : `${count} Zustimmungen`),
  expires: (time) => `läuft ${time} ab`,
  expired: 'Frühere Zustimmungen sind abgelaufen. Alle stimmen noch einmal zu.',
  details: 'Einzelheiten',
  fingerprint: 'Fingerabdruck',
  approve: 'Zustimmen',
  approving: 'Stimmt zu …',
  reject: 'Ablehnen',
  rejecting: 'Lehnt ab …',
  approved: 'Zugestimmt.',
  rejected: 'Abgelehnt.',
  tryAgain: 'Noch einmal versuchen',
  problems: { OTHER: ({ code }) => `Etwas ist schiefgegangen. Kennung: ${code}` },
};

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
  const approve = await screen.findByRole('button', { name: 'Approve' });
  for (const outlined of [approve, screen.getByRole('button', { name: 'Reject' }), screen.getByRole('listitem')]) {
    const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(outlined);
    expect(Number.parseFloat(borderTopWidth), outlined.textContent ?? '').toBeGreaterThan(0);
    expect([borderTopStyle, borderTopColor]).not.toContain('none');
    expect(borderTopColor).not.toBe(getComputedStyle(document.body).backgroundColor);
  }
  await userEvent.tab();
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as HTMLElement);
  expect([document.activeElement?.tagName, outlineStyle]).toEqual(['SUMMARY', 'solid']);
  expect(Number.parseFloat(outlineWidth)).toBeGreaterThanOrEqual(2);
});

test.each([640, 320])(
  'zoomed in to a width of %i pixels, in German, nothing is cut off or too small to press',
  async (width) => {
    await page.viewport(width, 400);
    await openInbox([longName], { messages: german });
    await userEvent.click(await screen.findByText('Einzelheiten'));
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    for (const name of ['Zustimmen', 'Ablehnen']) {
      const button = screen.getByRole('button', { name });
      const { width, height } = button.getBoundingClientRect();
      expect([button.scrollWidth <= Math.ceil(width), height >= 24], name).toEqual([true, true]);
    }
  },
);

test('in German no English word is shown, before or after the vote', async () => {
  await openInbox(['Sparen'], { messages: german });
  await screen.findByRole('heading', { name: 'Konto „Sparen“ anlegen' });
  expect(screen.getByText(/^Angefragt von Bob · .*jetzt|vor .* · 1 Zustimmung · läuft in .* ab$/)).toBeVisible();
  const english = Object.values(approvalsEnglish).filter((word): word is string => typeof word === 'string');
  const isEnglish = () => english.filter((word) => word !== 'en' && document.body.textContent?.includes(word));
  expect(isEnglish()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Zustimmen' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Zugestimmt.'));
  expect(isEnglish()).toEqual([]);
});
