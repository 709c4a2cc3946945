import { asciiDigits } from './asciiDigits.js';

/** A country by its ISO 3166-1 code and its dialling code without `+`. */
export type Country = { readonly code: string; readonly dial: string };

/** A country with its name in the person's own language. */
export type NamedCountry = Country & { readonly name: string };

/** A typed phone number: the chosen country, and the field's text. */
export type PhoneDraft = { readonly country: Country | undefined; readonly typed: string };

/**
 * The E.164 form of a typed number: `+` and 7 to 15 digits, or `undefined` if there is none. A number that begins with `+` or `00` is
 * international; any other is dialled within the chosen country, without its trunk prefix. Digits may be those of Arabic, Persian and
 * full-width keyboards.
 */
export function toE164({ country, typed }: PhoneDraft): string | undefined {
  const digits = digitsOf(typed);
  const national = country && `${country.dial}${digits.replace(trunkOf(country), '')}`;
  const number = international(typed) ?? national;
  return number !== undefined && /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : undefined;
}

/** The digits of a number that begins with `+` (or its full-width form) or `00`. */
export function international(typed: string): string | undefined {
  const trimmed = asciiDigits(typed.trim());
  if (!/^([+\uff0b]|00)/.test(trimmed)) return undefined;
  return digitsOf(trimmed.replace(/^00/, '')).replace(/^0+/, '');
}

/** Some write the trunk prefix, which is not dialled from abroad, as in `+44 (0)20 …`. */
function digitsOf(typed: string): string {
  return asciiDigits(typed)
    .replace(/(\d\s*)\(0\)/, '$1')
    .replace(/\D/g, '');
}

/** The trunk prefix: digits dialled only within a country; none where zeros belong to the number. */
function trunkOf({ code, dial }: Country): RegExp | string {
  if (dial === '1') return /^1/;
  if (/^(RU|KZ|TM)$/.test(code)) return /^8/;
  if (code === 'BY') return /^80?/;
  if (code === 'HU') return /^06/;
  return /^(IT|VA|SM|CI|CG|BJ)$/.test(code) ? '' : /^0/;
}
