import { inAppBrowserOf } from './inAppBrowser.js';
import { OauthError } from './oauthError.js';

/** Google and Facebook refuse every in-app browser; a window there is another page of the same view, or none. */
export function refuseInApp(provider: string, mode: 'popup' | 'redirect'): void {
  const app = inAppBrowserOf(navigator);
  if (app === undefined || (mode === 'redirect' && !['google', 'facebook'].includes(provider))) return;
  throw new OauthError(
    'IN_APP_BROWSER',
    `This page is shown inside ${app}. Open it in the device's own browser to log in with ${provider}.`,
  );
}
