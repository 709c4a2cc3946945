import { RefusedError, refused } from '../../contract/refusals.js';

/** Refusals that would tell strangers which ids exist. */
export const gone: readonly string[] = ['ORGANIZATION_NOT_FOUND', 'ORGANIZATION_MISMATCH'];

/** Answers the named refusals of the coordinator as ACCOUNT_NOT_FOUND. */
export const asNotFound =
  (codes: readonly string[]) =>
  (error: unknown): never => {
    throw error instanceof RefusedError && codes.includes(error.code)
      ? refused('ACCOUNT_NOT_FOUND', { cause: error })
      : error;
  };
