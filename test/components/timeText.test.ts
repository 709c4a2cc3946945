import { expect, test } from 'vitest';
import { formatAgo, formatCountdown, formatRelative, formatWait } from '../../src/components/timeText.js';

test.each([
  [281, '4:41'],
  [27, '0:27'],
  [600, '10:00'],
  [0, '0:00'],
])('%d seconds left read %s', (seconds, text) => expect(formatCountdown(seconds)).toBe(text));

test('times have the digits of the catalogues, also where Arabic is written with others', () => {
  expect(formatWait(540_000, 'ar-EG')).toContain('9');
  expect(formatRelative('ar-EG', 7, 'day')).toContain('7');
  expect(formatAgo(240_000, 'ar-EG')).toContain('4');
  expect(formatWait(540_000, 'fa-u-ca-persian-nu-arabext')).toContain('9');
});

test.each(['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh-Hans', 'ar'])(
  'in %s a number stays on the line of its unit',
  (locale) => {
    const times = [formatAgo(240_000, locale), formatRelative(locale, 7, 'day')];
    expect(times.filter((time) => /\d /.test(time))).toEqual([]);
  },
);

test.each([
  [1, 'en', 'in 1 second'],
  [40_000, 'en', 'in 40 seconds'],
  [61_000, 'en', 'in 2 minutes'],
  [540_000, 'en', 'in 9 minutes'],
  [7_200_000, 'en', 'in 2 hours'],
  [540_000, 'de', 'in 9 Minuten'],
])('%d ms to wait read in %s as %s', (waitMs, locale, text) => expect(formatWait(waitMs, locale)).toBe(text));

test.each([
  [0, 'en', 'now'],
  [240_000, 'en', '4\u00a0minutes ago'],
  [172_800_000, 'de', 'vorgestern'],
  [30_000, 'ja', 'たった今'],
  [30_000, 'zh-Hans', '刚刚'],
  [30_000, 'ar', 'الآن'],
])('%d ms ago read in %s as %s', (agoMs, locale, text) => expect(formatAgo(agoMs, locale)).toBe(text));
