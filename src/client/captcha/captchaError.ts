import { LatchkeyError } from '../../errors.js';

/** Why a captcha has no token. Refusals by the service are {@link RefusedError}s. */
export type CaptchaErrorCode =
  /** It was not solved, or `getCaptchaToken` failed or resolved to no token. */
  | 'CAPTCHA_FAILED'
  /** The person cancelled it, by the button beside the widget. */
  | 'CAPTCHA_CANCELLED'
  /** Its script was not loaded: no connection, a content blocker, or the page's Content-Security-Policy. */
  | 'CAPTCHA_NOT_LOADED';

/** A captcha was not solved; nothing was sent to the service. */
export class CaptchaError extends LatchkeyError<CaptchaErrorCode> {}
