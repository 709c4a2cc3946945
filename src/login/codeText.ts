import { asciiDigits } from './asciiDigits.js';

/** How a configuration's codes look: 6 to 9 characters, either digits or Crockford base32. */
export type CodeForm = { readonly length: number; readonly alphanumeric: boolean };

/** The form that a configuration names; until it is known, six digits. */
export function codeFormOf(
  config: { otpLength?: string | undefined; otpAlphanumeric?: boolean | undefined } = {},
): CodeForm {
  return { length: Number(config.otpLength ?? 6), alphanumeric: config.otpAlphanumeric ?? false };
}

/** The form that the service told of the code it sent; `undefined` where it did not. */
export function codeFormSent(sent: {
  otpLength: number | undefined;
  otpAlphanumeric: boolean | undefined;
}): CodeForm | undefined {
  const { otpLength: length, otpAlphanumeric: alphanumeric = false } = sent;
  return length === undefined ? undefined : { length, alphanumeric };
}

/**
 * What of a typed text can stand in a code: digits (also Arabic, Persian and full-width ones), or Crockford base32 read
 * case-blind, O as 0, I and L as 1. Everything else falls out; nothing is cut to length.
 *
 * @see https://www.crockford.com/base32.html
 */
export function codeCharacters(text: string, { alphanumeric }: CodeForm): string {
  const digits = asciiDigits(text);
  if (!alphanumeric) return digits.replace(/\D/g, '');
  return digits
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-HJKMNP-TV-Z]/g, '');
}

/**
 * The code in a pasted text: alone, in groups (`123-456`, `123 456`), or with a sentence around it (`Your code is 123-456.`).
 * `undefined` where no code of that length stands in it, so that half a paste is never sent.
 */
export function codeIn(text: string, form: CodeForm): string | undefined {
  const character = form.alphanumeric ? '[0-9A-TV-Za-tv-z]' : '\\p{Nd}';
  const isCode = (found: string) => codeCharacters(found, form).length === form.length;
  if (new RegExp(`^(?:${character}|[\\s-])+$`, 'u').test(text) && isCode(text)) return codeCharacters(text, form);
  const separator = form.alphanumeric ? '-?' : '[\\s.\\u2010-\\u2015-]?';
  const found = [...runs(text, character, '', form.length), ...runs(text, character, separator, form.length)].filter(
    isCode,
  );
  const code = found.find((each) => /\p{Nd}/u.test(each)) ?? found.find((each) => each === each.toUpperCase());
  return code && codeCharacters(code, form);
}

/** Runs of exactly so many characters, each parted from the next by the separator or not at all. */
function runs(text: string, character: string, separator: string, length: number): string[] {
  const run = `(?<!${character}${separator})${character}(?:${separator}${character}){${length - 1}}(?!${separator}${character})`;
  return text.match(new RegExp(run, 'gu')) ?? [];
}
