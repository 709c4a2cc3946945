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

/**
 * Splits a pasted international number into its country and the rest. The chosen country is kept if it shares the dialling code.
 * `undefined` for a national number.
 */
export function splitInternational(
  typed: string,
  countries: readonly Country[],
  chosen?: Country,
): { country: Country; typed: string } | undefined {
  const number = international(typed);
  if (number === undefined) return undefined;
  const begins = ({ dial }: Country) => number.startsWith(dial);
  const country = chosen && begins(chosen) ? chosen : countries.find(begins);
  return country && { country, typed: number.slice(country.dial.length) };
}

/** The country of the browser's language: `de-AT` is Austria, `de` alone is Germany. */
export function guessCountry(language: string, countries: readonly Country[]): Country | undefined {
  const tag = tagOf(language);
  const region = tag && new Intl.Locale(tag).maximize().region;
  return countries.find(({ code }) => code === region);
}

/** The countries with their names in a language, in that language's order. */
export function nameCountries(countries: readonly Country[], language: string): NamedCountry[] {
  const tag = tagOf(language) ?? 'en';
  const names = new Intl.DisplayNames([tag, 'en'], { type: 'region' });
  return countries
    .map((country) => ({ ...country, name: names.of(country.code) ?? country.code }))
    .sort((one, other) => one.name.localeCompare(other.name, tag));
}

/** A browser may report its language as the system does (`en-US@posix`), which is no BCP 47 tag. */
function tagOf(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language.replace(/[@.].*/, ''))[0];
  } catch {
    return undefined;
  }
}

/** The digits of a number that begins with `+` (or its full-width form) or `00`. */
function international(typed: string): string | undefined {
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
