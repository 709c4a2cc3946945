import { type Country, type NamedCountry, nameCountries } from './phone.js';

/** All countries, in the order in which a number is taken for theirs, and by name. */
export type Countries = { readonly byDial: readonly Country[]; readonly byName: readonly NamedCountry[] };

/**
 * The countries, for a selection. Loaded when first used.
 *
 * @param language - of their names, as in `navigator.language`
 */
export async function loadCountries(language: string): Promise<Countries> {
  const { countries } = await import('./countries.js');
  return { byDial: countries, byName: nameCountries(countries, language) };
}
