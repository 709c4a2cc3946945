import { type Country, type NamedCountry, nameCountries } from './phone.js';

/** Every country twice: in the order in which a number is taken for theirs, and in the order of their names. */
export type Countries = { readonly byDial: readonly Country[]; readonly byName: readonly NamedCountry[] };

/**
 * The countries, for who lets a person choose one. They are loaded when they are first asked for.
 *
 * @param language - of their names, as `navigator.language` tells it
 */
export async function loadCountries(language: string): Promise<Countries> {
  const { countries } = await import('./countries.js');
  return { byDial: countries, byName: nameCountries(countries, language) };
}
