import { RefusedError } from '../contract/refusals.js';
import type { AnswerOf } from '../contract/row.js';
import { getUser } from '../contract/users.queries.js';
import { type CoordinatorSettings, coordinatorAsker } from './askCoordinator.js';
import type { VerifiedCaller } from './verifyRequest.js';

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
 * @throws from the check: {@link RefusedError} where the service refuses the API key, and what `fetch` throws
 */
export function revocationCheck(settings: RevocationSettings): (caller: VerifiedCaller) => Promise<boolean> {
  const { maxAgeSeconds = 60, clock = Date.now } = settings;
  const ask = coordinatorAsker(settings);
  /** When a session was last found valid, in milliseconds since 1970, in the order of the answers. */
  const valid = new Map<string, number>();

  async function isEnded({ organizationId, userId, publicKey }: VerifiedCaller): Promise<boolean> {
    try {
      const { user } = (await ask(getUser.path, { organizationId, userId })) as AnswerOf<typeof getUser>;
      return !user.apiKeys.some(({ credential }) => credential.publicKey === publicKey);
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) return true;
      throw error;
    }
  }

  return async (caller) => {
    const session = `${caller.organizationId} ${caller.userId} ${caller.publicKey}`;
    const askedAtMs = clock();
    const ageMs = askedAtMs - (valid.get(session) ?? Number.NEGATIVE_INFINITY);
    if (ageMs >= 0 && ageMs < maxAgeSeconds * 1000) return false;
    const ended = await isEnded(caller);
    valid.delete(session);
    if (!ended) valid.set(session, askedAtMs);
    const [oldest] = valid.keys();
    if (valid.size > mostSessions && oldest !== undefined) valid.delete(oldest);
    return ended;
  };
}

/** About 200 bytes each. The one that was asked about longest ago is dropped. */
const mostSessions = 10_000;
