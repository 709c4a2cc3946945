import { RefusedError } from '../contract/refusals.js';
import type { AnswerOf } from '../contract/row.js';
import { getUser } from '../contract/users.queries.js';
import { type CoordinatorSettings, coordinatorAsker } from './askCoordinator.js';
import type { VerifiedCaller } from './verifyRequest.js';

/** Settings of the revocation check. */
export interface RevocationSettings extends CoordinatorSettings {}

/**
 * Creates an `isRevoked` for {@link verifyRequest}: it asks the coordinator whether the session's key is still valid. One request to the
 * service each time: for actions that must not outlive a logout.
 *
 * @throws from the check: {@link RefusedError} where the service refuses the API key, and what `fetch` throws
 */
export function revocationCheck(settings: RevocationSettings): (caller: VerifiedCaller) => Promise<boolean> {
  const ask = coordinatorAsker(settings);
  return async ({ organizationId, userId, publicKey }) => {
    try {
      const { user } = (await ask(getUser.path, { organizationId, userId })) as AnswerOf<typeof getUser>;
      return !user.apiKeys.some(({ credential }) => credential.publicKey === publicKey);
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) return true;
      throw error;
    }
  };
}
