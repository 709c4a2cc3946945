/** A store's state, for monitoring. */
export type StoreState = Readonly<RetryCounts> & { readonly pool?: PoolState };

/** Connections to a server. */
export type PoolState = {
  readonly inUse: number;
  readonly idle: number;
  /** Who waits for one. */
  readonly waiting: number;
  readonly most: number;
};

/** Since the store was opened: tries that others were in the way of, and how often none was left. */
export type RetryCounts = { retries: number; givenUp: number };

export const noRetries = (): RetryCounts => ({ retries: 0, givenUp: 0 });
