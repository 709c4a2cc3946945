import type { ProxyCall } from './proxyCall.js';

/** The site key of the captcha, if one is required. */
export const siteKeyOn = ({
  settings: { captchaEnabled, turnstileSiteKey },
}: Pick<ProxyCall, 'settings'>): { readonly turnstileSiteKey?: string } =>
  captchaEnabled && turnstileSiteKey !== undefined ? { turnstileSiteKey } : {};
