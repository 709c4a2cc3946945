import { isCaptchaToken } from '../../contract/captchaToken.js';
import { proxyWalletKitClientParams } from '../../contract/proxyConfig.js';
import { RefusedError } from '../../contract/refusals.js';
import type { ProxyRow, RequestOf } from '../../contract/row.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { sendToProxy } from '../sendToProxy.js';
import { serviceConfig } from '../serviceConfig.js';
import { CaptchaError, type GetCaptchaToken, type SendWithCaptcha } from './captcha.js';

/**
 * Solves a captcha before each request for a code and each sign-up, if the service has captchas enabled: for the setting `captcha` of a
 * client. A token is sent once, and not stored. If the service refuses it, or the captcha was not solved, the site key is read again:
 * captchas may have been disabled, or their keys replaced, since the page was opened. A refused captcha is solved once more.
 *
 * @param getCaptchaToken - {@link turnstileToken}, or a function of your own
 * @throws {CaptchaError} CAPTCHA_FAILED, CAPTCHA_CANCELLED, CAPTCHA_NOT_LOADED: by the requests
 * @example createClient({ authProxyUrl, authProxyConfigId, captcha: solveCaptchas(turnstileToken()) })
 */
export const solveCaptchas =
  (getCaptchaToken: GetCaptchaToken): SendWithCaptcha =>
  async <R extends ProxyRow>(client: Client, row: R, request: RequestOf<R>, requestOptions: RequestOptions = {}) => {
    const siteKey = await knownSiteKey(client, requestOptions);
    const send = async (key: string | undefined) =>
      sendToProxy(client, row, request, requestOptions, await solved(getCaptchaToken, row, key, requestOptions));
    try {
      return await send(siteKey);
    } catch (error) {
      const isUnsolved = error instanceof CaptchaError && error.code !== 'CAPTCHA_CANCELLED';
      if (!isUnsolved && !(error instanceof RefusedError && aboutToken.includes(error.code))) throw error;
      const current = await currentSiteKey(client, siteKey, requestOptions);
      if (isUnsolved && current === siteKey) throw error;
      return send(current);
    }
  };

const aboutToken = ['CAPTCHA_REQUIRED', 'CAPTCHA_REFUSED', 'CAPTCHA_SPENT'];

/** The site keys that were read again; `undefined`: no captcha. */
const readAgain = new WeakMap<Client, string | undefined>();

const knownSiteKey = async (client: Client, requestOptions: RequestOptions): Promise<string | undefined> =>
  readAgain.has(client) ? readAgain.get(client) : (await serviceConfig(client, requestOptions))?.turnstileSiteKey;

/** The site key of now, or the known one if it cannot be read: the error before is then the one to tell. */
async function currentSiteKey(
  client: Client,
  known: string | undefined,
  requestOptions: RequestOptions,
): Promise<string | undefined> {
  try {
    const { turnstileSiteKey } = await sendToProxy(client, proxyWalletKitClientParams, {}, requestOptions);
    readAgain.set(client, turnstileSiteKey);
    return turnstileSiteKey;
  } catch {
    requestOptions.signal?.throwIfAborted();
    return known;
  }
}

async function solved(
  getCaptchaToken: GetCaptchaToken,
  { name }: ProxyRow,
  siteKey: string | undefined,
  { signal }: RequestOptions,
): Promise<Record<string, string>> {
  if (siteKey === undefined) return {};
  const action = name.replace(/_v2$/, '');
  try {
    const token: unknown = await getCaptchaToken({ siteKey, action, signal });
    if (typeof token === 'string' && isCaptchaToken(token)) return { 'X-Captcha-Token': token };
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof CaptchaError ? cause : failed('getCaptchaToken failed; the cause says why.', cause);
  }
  throw failed('getCaptchaToken resolved to no token of a captcha.');
}

const failed = (message: string, cause?: unknown): CaptchaError =>
  new CaptchaError('CAPTCHA_FAILED', message, cause === undefined ? undefined : { cause });
