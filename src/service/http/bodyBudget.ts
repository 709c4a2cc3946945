/** What the bodies that are being received may take of the memory. */
export type BodyBudget = {
  /** A body of at most so many bytes is always taken, and need not be counted. */
  readonly freeBytes: number;
  /**
   * Counts bytes that have come of a body.
   *
   * @throws {RefusedError} TOO_MUCH_AT_ONCE
   */
  readonly take: (bytes: number) => void;
};
