import type { GetCaptchaToken, SendWithCaptcha } from '../client/captcha/getCaptchaToken.js';
import type { solveCaptchas } from '../client/captcha/solveCaptchas.js';
import { loadPart } from '../client/loadPart.js';

/** {@link solveCaptchas}, loaded when a request needs it, with the function that the app has by then. */
export const laterCaptchas =
  (getCaptchaToken: () => GetCaptchaToken): SendWithCaptcha =>
  async (...request) => {
    const { solveCaptchas } = await loadPart(import('../client/captcha/solveCaptchas.js'));
    return solveCaptchas(getCaptchaToken())(...request);
  };
