/** What a run of tests said. */
export type Verdict = {
  /** Whether the tests loaded the mutant's file. */
  readonly isLoaded: boolean;
  readonly passed: number;
  /** The tests that failed, each as `file: title`. */
  readonly failed: readonly string[];
  /** Errors of no test: of an import, of what runs before tests, or behind everybody's back. */
  readonly broken: readonly string[];
};
