import type { CodeForm } from '../contract/codeForm.js';
import { asciiDigits } from './asciiDigits.js';

/** The configuration's form of codes; six digits until it is known. */
export function codeFormOf(
  config: { otpLength?: string | undefined; otpAlphanumeric?: boolean | undefined } = {},
): CodeForm {
  return { length: Number(config.otpLength ?? 6), alphanumeric: config.otpAlphanumeric ?? false };
}

/** The form of a sent code, if the service returned it. */
export function codeFormSent(sent: {
  otpLength: number | undefined;
  otpAlphanumeric: boolean | undefined;
}): CodeForm | undefined {
  const { otpLength: length, otpAlphanumeric: alphanumeric = false } = sent;
  return length === undefined ? undefined : { length, alphanumeric };
}

/**
 * The characters of a typed text that can be in a code: digits (also Arabic, Persian and full-width ones), or case-insensitive Crockford
 * base32, O as 0, I and L as 1. Others are removed; the length is not limited.
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
 * The code in a pasted text: alone, in groups (`123-456`, `123 456`), or in a sentence (`Your code is 123-456.`). `undefined` without a
 * code of that length, so that a partial paste is never sent.
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

/** Runs of exactly so many characters, with or without the separator between them. */
function runs(text: string, character: string, separator: string, length: number): string[] {
  const run = `(?<!${character}${separator})${character}(?:${separator}${character}){${length - 1}}(?!${separator}${character})`;
  return text.match(new RegExp(run, 'gu')) ?? [];
}
