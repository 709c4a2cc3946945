/** A change to our own code that breaks what it promises, and the tests that should notice. */
export type Mutant = {
  /** Of its own within its part: `deny-dropped`. */
  readonly id: string;
  /** In `src/`. */
  readonly file: string;
  /** A piece of the file's text that stands there once. */
  readonly from: string;
  /** What stands in its place. It compiles, and throws nothing where it is imported. */
  readonly to: string;
  /** What no longer holds then, in one sentence. */
  readonly breaks: string;
  /** The tests nearest to it, in `test/`: at least one must fail. */
  readonly tests: readonly string[];
  /** Why nobody can tell it from the original. */
  readonly equivalent?: string;
};

/** The text of a mutant's file, changed. @throws where the piece does not stand there exactly once */
export function mutated(source: string, { id, file, from, to }: Mutant): string {
  const pieces = source.split(from).length - 1;
  if (pieces !== 1) throw new Error(`${id}: its piece stands ${pieces} times in ${file}, not once.`);
  return source.replace(from, () => to);
}
