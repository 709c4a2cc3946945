/** One line of what was measured. Numbers are texts with their unit, as they are to be read. */
export type Figure = {
  readonly name: string;
  readonly ours: string;
  /** What another product, named, had in the same run. */
  readonly beside?: string;
  readonly goal: string;
  readonly reached: boolean;
  readonly spread?: string;
  readonly note?: string;
};
