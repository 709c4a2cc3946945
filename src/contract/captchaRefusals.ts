import type { Refusal } from './serviceRefusals.js';

/** The refusals of a captcha that the configuration requires: a part of the table of refusals. */
export const captchaRefusals = {
  CAPTCHA_REQUIRED: {
    grpc: 3,
    status: 400,
    text: 'A captcha is asked for here: solve it, and send its token as X-Captcha-Token.',
  },
  CAPTCHA_REFUSED: {
    grpc: 3,
    status: 400,
    text: "The captcha's token is not one of this site, or of this page. Solve the captcha again.",
  },
  CAPTCHA_SPENT: {
    grpc: 3,
    status: 400,
    text: "The captcha's token has expired, or was used before. Solve the captcha again.",
  },
  CAPTCHA_UNAVAILABLE: {
    grpc: 14,
    status: 503,
    text: 'The captcha cannot be checked right now, so that nothing was done. Try again in a moment.',
  },
} as const satisfies Record<string, Refusal>;
