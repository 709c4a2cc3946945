import type { ProxyWalletKitConfigResponse } from '../../contract/proxyConfig.js';
import { readUrl } from '../../contract/readUrl.js';

/**
 * The configuration's first redirect URL on an origin: a page that a provider's answer can come to. Apart from the other files, since a first
 * load has it for a note to developers.
 */
export function redirectUrlOn(
  pageOrigin: string,
  { oauthRedirectUrls, oauthRedirectUrl }: Pick<ProxyWalletKitConfigResponse, 'oauthRedirectUrls' | 'oauthRedirectUrl'>,
): string | undefined {
  const urls = oauthRedirectUrls ?? (oauthRedirectUrl ? [oauthRedirectUrl] : []);
  return urls.find((url) => readUrl(url)?.origin === pageOrigin);
}
