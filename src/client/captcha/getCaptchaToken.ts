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
