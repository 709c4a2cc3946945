/** How much a run does, and from which seed. */
export type Options = {
  readonly seed: number;
  /** Multiplies each part's counts: 1 is the full size, 0.01 a hundredth of it. */
  readonly scale: number;
};

/** Attacks of one kind. */
export type Part = {
  /** Begins with the number of the threat or figure, and `--only` finds it by a part of it. */
  readonly name: string;
  /** Where a part of it would be as long as the whole: then it is not among the tests. */
  readonly onlyInTheCheck?: true;
  /** Attacks. @returns lines that say how often and what came of it; throws on a deviation. */
  readonly run: (options: Options) => Promise<readonly string[]>;
};

/** A count of this size for a run of that scale; at least one. */
export const scaled = (count: number, { scale }: Options): number => Math.max(1, Math.ceil(count * scale));
