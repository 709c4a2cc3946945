import { type BrowserNames, browserNames } from '../contract/browserNames.js';

/** The names of the browser that this page is in. */
export const thisBrowser = (): BrowserNames | undefined => browserNames(navigator.userAgent, navigator.maxTouchPoints);
