import { RefusedError } from '../contract/refusals.js';
import type { AnswerOf } from '../contract/row.js';
import { getUser } from '../contract/users.queries.js';
import { type CoordinatorSettings, coordinatorAsker } from './askCoordinator.js';
import type { VerifiedCaller } from './verifiedCaller.js';

/**
 * Asks the coordinator about the user who sent a request, by the backend's own key.
 *
 * @returns `undefined` if there is no such user: they, or their organization, were deleted; not if there is no such path, since a wrong
 * `coordinatorUrl` says nothing about anybody
 * @throws {RefusedError}, and what `fetch` throws
 */
export type AskUser = (caller: VerifiedCaller) => Promise<AnswerOf<typeof getUser> | undefined>;

export function userAsker(settings: CoordinatorSettings): AskUser {
  const ask = coordinatorAsker(settings);
  return async ({ organizationId, userId }) => {
    try {
      const answer = await ask(getUser.path, { organizationId, userId }, AbortSignal.timeout(timeoutMs));
      return answer as AnswerOf<typeof getUser>;
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404 && error.code !== 'ROUTE_NOT_FOUND') return undefined;
      throw error;
    }
  };
}

/** A request waits for this answer, and so do others that share it. */
const timeoutMs = 10_000;
