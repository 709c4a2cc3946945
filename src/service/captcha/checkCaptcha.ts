import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import { isCaptchaToken } from '../../contract/captchaToken.js';
import { refused } from '../../contract/refusals.js';
import { utf8 } from '../../crypto/bytes.js';
import { sha256 } from '../../crypto/digest.js';
import { newId } from '../ids.js';
import type { Outbound } from '../outbound.js';
import type { Random } from '../primitives.js';
import type { Row } from '../store/schema.js';
import type { Log } from '../tools.js';
import type { Sealer } from '../vault/seal.js';
import { withTurnstileSecret } from './secretKey.js';
import { type CaptchaVerdict, siteverify } from './siteverify.js';

/** What a captcha is checked with. */
export type CaptchaTools = {
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  /** Where the verifier answers. */
  readonly verifierUrl: string;
  readonly random: Random;
  readonly log: Log;
};

export type ShownCaptcha = {
  readonly configuration: Row<'auth_proxy_configs'>;
  readonly settings: AuthProxySettings;
  /** The header's, or `null`. */
  readonly token: string | null;
  /** By which the request has its effect once, however often it comes; its captcha's token may then be shown again with it. */
  readonly once: string | undefined;
  readonly clientAddress: string;
};

/**
 * Passes a request whose captcha token the verifier accepts. If the verifier cannot be reached, requests are refused: otherwise an attacker
 * could flood during its outage. Logins by passkey and by provider need no captcha.
 *
 * @throws {RefusedError} CAPTCHA_REQUIRED, CAPTCHA_REFUSED, CAPTCHA_SPENT, CAPTCHA_UNAVAILABLE
 */
export type CheckCaptcha = (shown: ShownCaptcha) => Promise<void>;

export const createCaptchaCheck =
  ({ sealer, outbound, verifierUrl, random, log }: CaptchaTools): CheckCaptcha =>
  async ({ configuration, settings, token, once, clientAddress }) => {
    if (!token) throw refused('CAPTCHA_REQUIRED');
    if (!isCaptchaToken(token)) throw refused('CAPTCHA_REFUSED');
    const unavailable = (because: string) => {
      log('captcha not checked', { configId: configuration.config_id, because });
      return refused('CAPTCHA_UNAVAILABLE');
    };
    const { sealed_turnstile_secret: sealed } = configuration;
    if (sealed === null) throw unavailable('no secret key');
    const idempotencyKey =
      once === undefined ? newId(random) : await idOf([configuration.config_id, token, once].join(' '));
    const verdict = await withTurnstileSecret(sealer, configuration, sealed, (secretKey) =>
      siteverify(outbound, verifierUrl, {
        secretKey,
        token,
        idempotencyKey,
        clientAddress: isOneAddress(clientAddress) ? clientAddress : undefined,
      }),
    );
    if (verdict.is === 'unknown') throw unavailable(verdict.because);
    if (verdict.is === 'spent') throw refused('CAPTCHA_SPENT');
    if (verdict.is !== 'good' || !isFromHere(verdict, settings)) throw refused('CAPTCHA_REFUSED');
  };

/** Of IPv6 only the network is known. */
const isOneAddress = (clientAddress: string): boolean => clientAddress !== '' && !clientAddress.includes('/');

const isFromHere = (
  { hostname = '', action = '' }: Extract<CaptchaVerdict, { is: 'good' }>,
  { turnstileHostnames, turnstileActions }: AuthProxySettings,
): boolean => isListed(hostname.toLowerCase(), turnstileHostnames) && isListed(action, turnstileActions);

const isListed = (value: string, list: readonly string[]): boolean => list.length === 0 || list.includes(value);

/** A UUID that is the same for the same text. */
async function idOf(text: string): Promise<string> {
  const bytes = await sha256(utf8(text));
  return newId((length) => bytes.slice(0, length));
}
