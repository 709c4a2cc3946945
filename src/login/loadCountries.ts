import type { Country, NamedCountry } from './phone.js';

/** All countries, in the order in which a number is taken for theirs, and by name. */
export type Countries = {
  readonly byDial: readonly Country[];
  readonly byName: readonly NamedCountry[];
  /** The country of the language. */
  readonly guessed: Country | undefined;
  /** {@link splitInternational} */
  readonly split: (typed: string, chosen?: Country) => { country: Country; typed: string } | undefined;
  /** {@link groupDigits} */
  readonly group: (digits: string, dial: string | undefined) => string;
  /** {@link regroupDigits} */
  readonly regroup: (before: string, typed: string, dial: string | undefined) => string;
};

/**
 * The countries, for a selection. Loaded when first used.
 *
 * @param language - of their names, as in `navigator.language`
 */
export async function loadCountries(language: string): Promise<Countries> {
  const [{ countries }, { guessCountry, nameCountries, splitInternational }, groups] = await Promise.all([
    import('./countries.js'),
    import('./countryOf.js'),
    import('./phoneGroups.js'),
  ]);
  return {
    byDial: countries,
    byName: nameCountries(countries, language),
    guessed: guessCountry(language, countries),
    split: (typed, chosen) => splitInternational(typed, countries, chosen),
    group: groups.groupDigits,
    regroup: groups.regroupDigits,
  };
}
