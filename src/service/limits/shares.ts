/** What one may take of this process while others want to work. */
export type Share = {
  /** Of the event loop, in milliseconds of each second. */
  readonly ms: number;
  /** Requests that run at once. */
  readonly running: number;
};

/** One who shares with the others of a group. */
export type ShareHolder = { readonly group: string; readonly name: string; readonly share: Share };

/**
 * Whose a request is: it needs room in the share of each. It waits in the queue of the first, the tenant, and there in the queue of the last.
 */
export type ShareHolders = readonly ShareHolder[];
