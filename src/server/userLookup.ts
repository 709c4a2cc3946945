import type { GetUserResponse } from '../contract/users.queries.js';
import { LatchkeyError } from '../errors.js';
import type { CoordinatorSettings } from './askCoordinator.js';
import { userAsker } from './askUser.js';
import { recentAnswers } from './recentAnswers.js';
import type { UserLookup, VerifiedCaller, VerifiedUser } from './verifiedCaller.js';

/** Settings of the look-up of users. */
export interface UserLookupSettings extends CoordinatorSettings {
  /** How long an answer is used without asking again, and so how long a change goes unnoticed. Default: 60; 0 asks each time. */
  readonly cacheSeconds?: number | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined;
}

/**
 * Creates a `withUser` for {@link verifyRequest}: it asks the coordinator for the user's name and proved contacts (`get_user`), once a
 * minute for each user at most. Requests that come at once share one question. At most 10,000 answers are kept, in this process.
 *
 * The hosted service does not say which contacts are proved: with it, no contact is given.
 *
 * @throws {UserLookupError} from the look-up: USER_LOOKUP_FAILED, which is not kept: the next request asks again
 * @example
 * const withUser = userLookup({ coordinatorUrl: 'https://auth.example.com', apiKey: { publicKey, privateKey } })
 * const { user } = await verifyRequest(request, { trust, origin: 'https://api.example.com', withUser })
 * // { userId: '…', userName: 'Ada', verifiedEmail: 'ada@example.com' }
 */
export function userLookup(settings: UserLookupSettings): UserLookup {
  const { cacheSeconds = 60, clock = Date.now } = settings;
  const askUser = userAsker(settings);
  const recent = recentAnswers<VerifiedUser>({ maxAgeSeconds: cacheSeconds, clock });

  async function lookUp(caller: VerifiedCaller): Promise<VerifiedUser | undefined> {
    try {
      const answer = await askUser(caller);
      return answer && verifiedUserOf(answer);
    } catch (cause) {
      throw new UserLookupError({ cause });
    }
  }

  return (caller) => recent(`${caller.organizationId} ${caller.userId}`, () => lookUp(caller));
}

function verifiedUserOf({ user, verifiedContacts = [] }: GetUserResponse): VerifiedUser {
  const { userId, userName, userEmail, userPhoneNumber } = user;
  return {
    userId,
    userName,
    ...(verifiedContacts.includes('EMAIL') && userEmail !== undefined && { verifiedEmail: userEmail }),
    ...(verifiedContacts.includes('PHONE_NUMBER') &&
      userPhoneNumber !== undefined && { verifiedPhoneNumber: userPhoneNumber }),
  };
}

/**
 * The coordinator did not say who the user is: it is not reachable, or refused the API key; `cause` says which. The request itself was
 * verified, and its proof was not used up.
 */
export class UserLookupError extends LatchkeyError<'USER_LOOKUP_FAILED'> {
  /** The answer to the request. */
  readonly status = 503;

  constructor(options: { cause: unknown }) {
    const message =
      'The coordinator did not say who the user is. Check coordinatorUrl and apiKey of userLookup; the cause says more.';
    super('USER_LOOKUP_FAILED', message, options);
  }
}
