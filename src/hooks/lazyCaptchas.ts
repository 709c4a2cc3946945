import type { GetCaptchaToken, SendWithCaptcha } from '../client/captcha/captcha.js';
import type { solveCaptchas } from '../client/captcha/solveCaptchas.js';
import { loadPart } from '../client/loadPart.js';

/** What solves captchas. A provider with captchas loads it at once: a browser does not load a script again that it could not load once. */
export const loadCaptchas = () => loadPart(import('../client/captcha/solveCaptchas.js'));

/** {@link solveCaptchas} with the function that the app has when a request needs it. */
export const lazyCaptchas =
  (getCaptchaToken: () => GetCaptchaToken): SendWithCaptcha =>
  async (...request) => {
    const { solveCaptchas } = await loadCaptchas();
    return solveCaptchas(getCaptchaToken())(...request);
  };
