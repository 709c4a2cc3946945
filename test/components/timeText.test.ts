import { expect, test } from 'vitest';
import { formatAgo, formatCountdown, formatWait } from '../../src/components/timeText.js';

test.each([
  [281_000, 'en', '4:41'],
  [27_000, 'en', '0:27'],
  [26_001, 'en', '0:27'],
  [600_000, 'en', '10:00'],
  [0, 'en', '0:00'],
  [-5_000, 'en', '0:00'],
  [281_000, 'ar-EG', '٤:٤١'],
])('%d ms left read in %s as %s', (leftMs, locale, text) => expect(formatCountdown(leftMs, locale)).toBe(text));

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
  [240_000, 'en', '4 minutes ago'],
  [172_800_000, 'de', 'vorgestern'],
  [30_000, 'ja', 'たった今'],
  [30_000, 'zh-Hans', '刚刚'],
  [30_000, 'ar', 'الآن'],
])('%d ms ago read in %s as %s', (agoMs, locale, text) => expect(formatAgo(agoMs, locale)).toBe(text));
