import { canonicalContact, type OtpType } from '../../contract/contact.js';
import { deleteApiKeys } from '../../contract/credentials.js';
import { isSessionKey } from '../../contract/sessionKeys.js';
import type { ApiKey, User } from '../../contract/shapes.js';
import { listUsers } from '../../contract/users.queries.js';
import { asRootUser } from './callerOf.js';
import type { ConfigEnvironment } from './environment.js';
import type { Outputs } from './outputs.js';

/**
 * `latchkey sessions revoke USER|CONTACT|all`: ends the sessions of the organization's own users: of one, by id, e-mail address or phone
 * number, or of all. What they do by API key or passkey goes on.
 *
 * @param whose - a user's id or contact, or `all`.
 * @returns the exit code: 0 if none of these sessions is left; 1 if nobody is found, or others must approve.
 * @throws {RefusedError} CONTACT_INVALID; what the coordinator refuses
 */
export const revokeSessions = (
  environment: ConfigEnvironment,
  whose: string,
  { print, say }: Outputs,
  clock: () => number = Date.now,
): Promise<number> =>
  asRootUser(environment, async (caller) => {
    const isMeant = meantBy(whose);
    const users = (await caller.ask(listUsers, {})).users.filter(isMeant);
    if (users.length === 0) {
      say('No user of the organization has that id or contact. People of your apps log out by themselves.');
      return 1;
    }
    let ended = 0;
    let waiting = 0;
    for (const { userId, apiKeys } of users) {
      const sessions = apiKeys.filter((key) => isLiving(key, clock()));
      for (let from = 0; from < sessions.length; from += mostAtOnce) {
        const apiKeyIds = sessions.slice(from, from + mostAtOnce).map(({ apiKeyId }) => apiKeyId);
        const { status, fingerprint } = await caller.submit(deleteApiKeys, { userId, apiKeyIds });
        if (status === 'ACTIVITY_STATUS_COMPLETED') ended += apiKeyIds.length;
        else {
          waiting += apiKeyIds.length;
          say(`Other root users must approve the activity ${fingerprint}.`);
        }
      }
    }
    print(`${counted(ended, 'session')} of ${counted(users.length, 'user')} ended.`);
    if (waiting > 0) say(`${counted(waiting, 'session')} not yet.`);
    return waiting > 0 ? 1 : 0;
  });

/** Of one activity. */
const mostAtOnce = 100;

/** @throws {RefusedError} CONTACT_INVALID for an e-mail address or a phone number that is none */
function meantBy(whose: string): (user: User) => boolean {
  if (whose === 'all') return () => true;
  if (whose.includes('@')) return withContact('OTP_TYPE_EMAIL', whose, ({ userEmail }) => userEmail);
  if (whose.startsWith('+')) return withContact('OTP_TYPE_SMS', whose, ({ userPhoneNumber }) => userPhoneNumber);
  return ({ userId }) => userId === whose.toLowerCase();
}

function withContact(otpType: OtpType, whose: string, contactOf: (user: User) => string | undefined) {
  const wanted = canonicalContact(otpType, whose);
  return (user: User): boolean => {
    const contact = contactOf(user);
    return contact !== undefined && contact !== '' && canonicalContact(otpType, contact) === wanted;
  };
}

/** Whether it is a session that has not ended. */
function isLiving({ credential: { type }, createdAt, expirationSeconds }: ApiKey, nowMs: number): boolean {
  if (!isSessionKey(type)) return false;
  const endMs = (Number(createdAt.seconds) + Number(expirationSeconds ?? Number.POSITIVE_INFINITY)) * 1000;
  return endMs > nowMs;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
