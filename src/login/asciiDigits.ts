/** The digits of Arabic, Persian and full-width keyboards as ASCII. Each such run begins at a multiple of 16. */
export const asciiDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => `${digit.charCodeAt(0) & 15}`);
