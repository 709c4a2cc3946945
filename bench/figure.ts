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
