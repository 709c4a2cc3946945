import { expect, test } from 'vitest';
import { browserNames } from '../../src/contract/browserNames.js';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${mac} ${webkit} Chrome/142.0.0.0 Safari/537.36`, 0, 'Chrome', 'macOS'],
  [`${mac} ${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`, 0, 'Chrome', 'macOS'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    0,
    'Edge',
    'Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0`, 0, 'Opera', 'Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 10, 'Chrome', 'ChromeOS'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 5, 'Firefox', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    5,
    'Samsung Internet',
    'Android',
  ],
  [`${mac} ${safari} Version/18.6 Safari/605.1.15`, 0, 'Safari', 'macOS'],
  [`${mac} ${safari} Version/18.6 Safari/605.1.15`, 5, 'Safari', 'iPad'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari} Version/18.6 Mobile/15E148 Safari/604.1`,
    5,
    'Safari',
    'iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`,
    5,
    'Chrome',
    'iPhone',
  ],
  ['curl/8.0', 0, undefined, undefined],
])('%s with %d touch points', (userAgent, touchPoints, browser, system) => {
  expect(browserNames(userAgent, touchPoints)).toEqual(browser === undefined ? undefined : { browser, system });
});
