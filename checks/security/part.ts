/** The options of a run. */
export type Options = {
  readonly seed: number;
  /** Multiplies each part's counts: 1 is the full size, 0.01 a hundredth of it. */
  readonly scale: number;
};

/** Attacks of one kind. */
export type Part = {
  /** Begins with the number of the threat or figure. `--only` selects parts by a piece of their name. */
  readonly name: string;
  /** It is too slow for `npm run test:checks`, even with few requests. */
  readonly onlyInTheCheck?: true;
  /** @returns the lines of the report; throws on a deviation. */
  readonly run: (options: Options) => Promise<readonly string[]>;
};

/** A count multiplied by the run's scale, at least one. */
export const scaled = (count: number, { scale }: Options): number => Math.max(1, Math.ceil(count * scale));
