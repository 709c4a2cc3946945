/** What the answers that a client has yet to take hold of the memory. */
export type AnswerBudget = {
  /**
   * Says whose the answer will be, before any work is done for it.
   *
   * @throws {RefusedError} TOO_MUCH_WORK where they have too many answers to take first
   */
  readonly check: (whose: AnswerOwner) => void;
};

export type AnswerOwner = {
  readonly organizationId: string;
  /** A parent's own credential asks: then the address does not count. */
  readonly isParents: boolean;
  /** What other users of the organization have to take is not in the way. */
  readonly comesFirst: boolean;
};
