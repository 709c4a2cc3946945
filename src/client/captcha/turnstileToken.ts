import { loadPart } from '../loadPart.js';
import type { GetCaptchaToken, TurnstileOptions } from './captcha.js';

/**
 * Solves captchas with Cloudflare Turnstile. Its script is loaded when it is first needed. Most people see nothing; if Turnstile wants
 * interaction, the widget appears in the login screen with a button to cancel, and gets the focus.
 *
 * @returns a function for `getCaptchaToken` of the provider, or for {@link solveCaptchas}
 * @throws {CaptchaError} CAPTCHA_NOT_LOADED, CAPTCHA_FAILED, CAPTCHA_CANCELLED
 * @example <LatchkeyProvider settings={settings} getCaptchaToken={turnstileToken()}>
 */
export const turnstileToken =
  (options: TurnstileOptions = {}): GetCaptchaToken =>
  async (captcha) =>
    (await loadPart(import('./turnstile.js'))).solve(options, captcha);
