import type { CoordinatorSettings } from './askCoordinator.js';
import { userAsker } from './askUser.js';
import { recentAnswers } from './recentAnswers.js';
import type { VerifiedCaller } from './verifiedCaller.js';

/** Settings of the revocation check. */
export interface RevocationSettings extends CoordinatorSettings {
  /** How long a session that was found valid counts as valid without asking again. Default: 60; 0 asks each time. */
  readonly maxAgeSeconds?: number | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined;
}

/**
 * Creates an `isRevoked` for {@link verifyRequest}: it asks the coordinator whether the session's key is still valid, and asks again
 * about a key once its last answer is `maxAgeSeconds` old. With 0, nothing outlives a logout.
 *
 * @throws from the check: {@link RefusedError} where the service refuses the API key, and what `fetch` throws; after ten seconds it is
 * aborted
 */
export function revocationCheck(settings: RevocationSettings): (caller: VerifiedCaller) => Promise<boolean> {
  const { maxAgeSeconds = 60, clock = Date.now } = settings;
  const askUser = userAsker(settings);
  const recent = recentAnswers<'valid'>({ maxAgeSeconds, clock });

  async function askIfValid(caller: VerifiedCaller): Promise<'valid' | undefined> {
    const answer = await askUser(caller);
    const holdsKey = answer?.user.apiKeys.some(({ credential }) => credential.publicKey === caller.publicKey);
    return holdsKey ? 'valid' : undefined;
  }

  return async (caller) => {
    const session = `${caller.organizationId} ${caller.userId} ${caller.publicKey}`;
    return (await recent(session, () => askIfValid(caller))) === undefined;
  };
}
