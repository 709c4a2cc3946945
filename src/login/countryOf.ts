import { type Country, international, type NamedCountry } from './phone.js';

// What needs the table of countries, and is loaded with it.

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
