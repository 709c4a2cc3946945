/**
 * The app that shows the page inside itself, where the browser's name tells: such a browser keeps no other page's logins, opens
 * windows badly, and is refused by Google and Facebook.
 *
 * @returns the app's name; `another app` where only that much is known
 */
export function inAppBrowser(userAgent: string): string | undefined {
  const app = apps.find(([mark]) => mark.test(userAgent))?.[1];
  if (app !== undefined) return app;
  const isAndroidView = /;\s*wv\)/.test(userAgent);
  // Safari and the other browsers of iOS name a version and Safari; a view inside an app names neither.
  const isAppleView = /\b(?:iPhone|iPad|iPod)\b.*AppleWebKit(?!.*Safari\/)/.test(userAgent);
  return isAndroidView || isAppleView ? 'another app' : undefined;
}

/** {@link inAppBrowser}, for a page as it is: an app of iOS's home screen has the name of a view inside an app, and is none. */
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
