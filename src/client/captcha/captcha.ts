import { LatchkeyError } from '../../errors.js';

/** The captcha to solve. */
export type CaptchaToSolve = {
  /** The site key of the widget, from the configuration. */
  readonly siteKey: string;
  /** The request that needs it: `otp_init` or `signup`. */
  readonly action: string;
  /** Aborted when the request is no longer wanted. */
  readonly signal: AbortSignal | undefined;
};

/** Solves a captcha, and resolves to its token. If it rejects, the request fails with CAPTCHA_FAILED. */
export type GetCaptchaToken = (captcha: CaptchaToSolve) => Promise<string>;

/** How the kit sends requests that need a captcha. Made by {@link solveCaptchas}; it has no other use. */
export type SendWithCaptcha = (...request: never[]) => Promise<unknown>;

/** The widget of Cloudflare Turnstile in a page. */
export type TurnstileOptions = {
  /**
   * Where the widget is shown if it needs interaction. Default: the kit's form that has the focus, else the last visible one, of the open
   * modal dialog if there is one; else the open dialog; else the page's lower corner.
   */
  readonly container?: (() => HTMLElement | null | undefined) | undefined;
  /** The nonce of the page's Content-Security-Policy, for the script. */
  readonly nonce?: string | undefined;
  /**
   * The URL of Turnstile's script. Another one is for development and tests: `/dev/turnstile/api.js` of `latchkey dev`, which the page's
   * own server has to forward.
   */
  readonly scriptUrl?: string | undefined;
  /** Default: `auto`, as the device prefers. */
  readonly theme?: 'auto' | 'light' | 'dark' | undefined;
};

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
