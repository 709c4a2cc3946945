/** One measured figure. Numbers are texts with their unit, ready to print. */
export type Figure = {
  readonly name: string;
  readonly ours: string;
  /** The figure of another product, by its name, in the same run. */
  readonly beside?: string;
  readonly goal: string;
  readonly reached: boolean;
  readonly spread?: string;
  readonly note?: string;
};

/** The figures that were not measured: texts that a number is missing from. */
export function faultsOf(figures: readonly Figure[]): string[] {
  if (figures.length === 0) return ['There are no figures.'];
  return figures.flatMap(({ name, ours, beside = '', spread = '', note = '' }) =>
    [ours, beside, spread, note]
      .filter((text) => /NaN|Infinity|undefined/.test(text))
      .map((text) => `${name}: ${text}`),
  );
}
