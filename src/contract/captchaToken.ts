/** Whether a text has the form of a captcha's token. @see Turnstile, "Validate the token": at most 2048 characters */
export const isCaptchaToken = (text: string): boolean => /^[\w.~+/=-]{1,2048}$/.test(text);
