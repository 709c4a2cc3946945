import type { captchaRefusals } from './captchaRefusals.js';

/** The refusals of every row that needs a captcha, where one is enabled. */
export const captchaRefusalCodes = [
  'CAPTCHA_REQUIRED',
  'CAPTCHA_REFUSED',
  'CAPTCHA_SPENT',
  'CAPTCHA_UNAVAILABLE',
] as const satisfies readonly (keyof typeof captchaRefusals)[];
