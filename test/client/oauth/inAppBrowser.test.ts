import { describe, expect, test } from 'vitest';
import { inAppBrowser, inAppBrowserOf } from '../../../src/client/oauth/inAppBrowser.js';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9';
const chromeOf = (view: string) =>
  `${android}${view}) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36`;

describe('a browser inside an app is known by its name', () => {
  test.each([
    ['Instagram', `${iphone} Mobile/22F76 Instagram 390.0.0.28.85 (iPhone17,1; iOS 18_5; en_US)`],
    ['Instagram', `${chromeOf('; wv')} Instagram 390.0.0.43.81 Android`],
    ['Facebook', `${iphone} Mobile/22F76 [FBAN/FBIOS;FBAV/520.0.0;FBBV/1]`],
    ['Messenger', `${iphone} Mobile/22F76 [FBAN/MessengerForiOS;FBAV/520.0.0]`],
    ['LinkedIn', `${iphone} Mobile/22F76 [LinkedInApp]/9.31`],
    ['TikTok', `${iphone} Mobile/22F76 musical_ly_41.0.0 BytedanceWebview/d8a21c6`],
    ['X', `${iphone} Mobile/22F76 Twitter for iPhone/11.10`],
    ['LINE', `${iphone} Mobile/22F76 Safari Line/15.1.1`],
    ['WeChat', `${iphone} Mobile/22F76 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI`],
    ['another app', chromeOf('; wv')],
    ['another app', `${iphone} Mobile/22F76`],
  ])('%s: %s', (name, userAgent) => {
    expect(inAppBrowser(userAgent)).toBe(name);
  });

  test.each([
    `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`,
    `${iphone} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`,
    `${iphone} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`,
    `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
  ])('and a browser of its own is none: %s', (userAgent) => {
    expect(inAppBrowser(userAgent)).toBeUndefined();
  });
});

test('an app of the home screen is no browser inside another app, though it has the name of one', () => {
  const userAgent = `${iphone} Mobile/22F76`;
  expect(inAppBrowserOf({ userAgent, standalone: true })).toBeUndefined();
  expect(inAppBrowserOf({ userAgent, standalone: false })).toBe('another app');
  expect(inAppBrowserOf({ userAgent })).toBe('another app');
});
