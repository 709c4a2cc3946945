import { OauthError } from './oauthLogin.js';

/**
 * The app that shows the page in its own in-app browser, by the user agent: such browsers have no other page's logins, handle windows
 * badly, and are refused by Google and Facebook.
 *
 * @returns the app's name; `another app` if it is unknown
 */
export function inAppBrowser(userAgent: string): string | undefined {
  const app = apps.find(([mark]) => mark.test(userAgent))?.[1];
  if (app !== undefined) return app;
  const isAndroidView = /;\s*wv\)/.test(userAgent);
  // On iOS, Safari and other browsers name a version and Safari; an in-app view names neither.
  const isAppleView = /\b(?:iPhone|iPad|iPod)\b.*AppleWebKit(?!.*Safari\/)/.test(userAgent);
  return isAndroidView || isAppleView ? 'another app' : undefined;
}

/** Google and Facebook refuse every in-app browser; a window there is another page of the same view, or none. */
export function refuseInApp(provider: string, mode: 'popup' | 'redirect'): void {
  const app = inAppBrowserOf(navigator);
  if (app === undefined || (mode === 'redirect' && !['google', 'facebook'].includes(provider))) return;
  throw new OauthError(
    'IN_APP_BROWSER',
    `This page is shown inside ${app}. Open it in the device's own browser to log in with ${provider}.`,
  );
}

/** {@link inAppBrowser} for a page: a home screen app of iOS has the user agent of an in-app view, but is none. */
export function inAppBrowserOf(page: { userAgent: string; standalone?: boolean }): string | undefined {
  return page.standalone === true ? undefined : inAppBrowser(page.userAgent);
}

const apps: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bMessenger(?:ForiOS|LiteForiOS)?\b|\bFB_IAB\/(?:MESSENGER|Orca)/i, 'Messenger'],
  [/\bFB(?:AN|AV|_IAB)\b/, 'Facebook'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
  [/\b(?:musical_ly|BytedanceWebview|TikTok)\b|\btrill_/, 'TikTok'],
  [/\bSnapchat\b/, 'Snapchat'],
  [/\bTwitter for (?:iPhone|iPad)\b|\bTwitterAndroid\b/, 'X'],
  [/\bPinterest\b/, 'Pinterest'],
  [/\bMicroMessenger\b/, 'WeChat'],
  [/\bLine\/\d/, 'LINE'],
  [/\bKAKAOTALK\b/i, 'KakaoTalk'],
];
