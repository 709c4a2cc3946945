import type { Activity } from '../../contract/activities.records.js';
import { canonicalContact, type OtpType } from '../../contract/contact.js';
import { deleteApiKeys } from '../../contract/credentials.js';
import { RefusedError } from '../../contract/refusals.js';
import { isSessionKey } from '../../contract/sessionKeys.js';
import type { ApiKey, User } from '../../contract/shapes.js';
import { listUsers } from '../../contract/users.queries.js';
import { asRootUser } from './callerOf.js';
import type { ConfigEnvironment } from './environment.js';
import { forTerminal } from './forTerminal.js';
import type { Outputs } from './outputs.js';
import type { RootCaller } from './rootCaller.js';
import { voted, waitingActivities } from './waiting.js';

/** Whose sessions are to end: of a user's id or contact, or `all`; and whether what came of it is printed as JSON, a line for each user. */
export type RevokeWanted = { readonly whose: string; readonly json: boolean };

/**
 * `latchkey sessions revoke USER|CONTACT|all`: ends the sessions of the organization's own users: of one, by id, e-mail address or phone
 * number, or of all. What they do by API key or passkey goes on.
 *
 * They are listed and ended again until none is left: meanwhile one may be renewed, or log out, and then all that were named with it stay.
 * Those whose end waits for others' approval are not asked for twice.
 *
 * @returns the exit code: 0 if none of these sessions is left; 1 if nobody is found, others must approve, or some are left.
 * @throws {RefusedError} CONTACT_INVALID; what the coordinator refuses when it is asked who there is
 */
export const revokeSessions = (
  environment: ConfigEnvironment,
  { whose, json }: RevokeWanted,
  { print, say }: Outputs,
  clock: () => number = Date.now,
): Promise<number> =>
  asRootUser(environment, async (caller) => {
    const isMeant = meantBy(whose);
    const asked: Asked = { ended: new Map(), waiting: new Map(), faults: new Map() };
    const list = async () => (await caller.ask(listUsers, {})).users.filter(isMeant);
    let users = await list();
    if (users.length === 0) {
      say('No user of the organization has that id or contact. People of your apps log out by themselves.');
      return 1;
    }
    const meant = counted(users.length, 'user');
    const userIds = new Set(users.map(({ userId }) => userId));
    await voteOnWaiting(caller, livingOf(users, asked, clock()), asked, say);
    for (let round = 1; round <= mostRounds && livingOf(users, asked, clock()).length > 0; round += 1) {
      asked.faults.clear();
      for (const part of livingOf(users, asked, clock())) await end(caller, part, asked, say);
      users = await list();
      for (const { userId } of users) userIds.add(userId);
    }
    const living = livingOf(users, asked, clock());
    const left = living.flatMap(({ apiKeyIds }) => apiKeyIds);
    const { ended, waiting, faults } = asked;
    if (json) for (const userId of userIds) print(jsonOf(userId, asked, living));
    else print(`${counted(ended.size, 'session')} of ${meant} ended.`);
    if (waiting.size > 0) say(`${counted(waiting.size, 'session')} not yet.`);
    for (const [userId, message] of faults) say(`${userId}: ${message}`);
    if (left.length > 0) say(`${counted(left.length, 'session')} left. Run it again.`);
    return waiting.size + left.length > 0 ? 1 : 0;
  });

/** Of one activity. */
const mostAtOnce = 100;
/** How often sessions that came meanwhile are ended, too. */
const mostRounds = 5;

/** What has become of the sessions that were to end, by their keys' ids. */
type Asked = {
  readonly ended: Map<string, UserId>;
  /** Where others must approve. */
  readonly waiting: Map<string, UserId>;
  /** What the last round could not do, by user. */
  readonly faults: Map<UserId, string>;
};

type UserId = string;

/** Sessions that one activity ends. */
type Part = { readonly userId: string; readonly apiKeyIds: readonly string[] };

async function end(caller: RootCaller, part: Part, asked: Asked, say: Outputs['say']): Promise<void> {
  const { userId, apiKeyIds } = part;
  try {
    note(await caller.submit(deleteApiKeys, { userId, apiKeyIds: [...apiKeyIds] }), part, asked, say);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.code !== 'API_KEY_NOT_FOUND') asked.faults.set(userId, error.message);
  }
}

/** What has come of an activity that ends sessions. */
function note({ status, fingerprint }: Activity, { userId, apiKeyIds }: Part, asked: Asked, say: Outputs['say']): void {
  const isDone = status === 'ACTIVITY_STATUS_COMPLETED';
  for (const apiKeyId of apiKeyIds) (isDone ? asked.ended : asked.waiting).set(apiKeyId, userId);
  if (!isDone) say(`Other root users must approve the activity ${fingerprint}.`);
}

/** Gives this root user's vote to what waits and ends nothing but these sessions. */
async function voteOnWaiting(
  caller: RootCaller,
  living: readonly Part[],
  asked: Asked,
  say: Outputs['say'],
): Promise<void> {
  for (const activity of await waitingActivities(caller, [deleteApiKeys])) {
    const { userId, apiKeyIds } = partOf(activity);
    const own = living.filter((part) => part.userId === userId).flatMap((part) => part.apiKeyIds);
    if (apiKeyIds.every((id) => own.includes(id)))
      note(await voted(caller, activity), { userId, apiKeyIds }, asked, say);
  }
}

const partOf = ({ intent }: Activity): Part => Object.values(intent)[0] as Part;

/** What came of one user's sessions. */
function jsonOf(userId: UserId, { ended, waiting, faults }: Asked, living: readonly Part[]): string {
  const idsIn = (asked: ReadonlyMap<string, UserId>) =>
    [...asked].flatMap(([apiKeyId, owner]) => (owner === userId ? [apiKeyId] : []));
  const left = living.flatMap((part) => (part.userId === userId ? part.apiKeyIds : []));
  const fault = faults.get(userId);
  const said = { userId, ended: idsIn(ended), waiting: idsIn(waiting), left, ...(fault !== undefined && { fault }) };
  return forTerminal(JSON.stringify(said));
}

/** The sessions of each that have not ended, and wait for nobody. */
const livingOf = (users: readonly User[], { waiting }: Asked, nowMs: number): Part[] =>
  users.flatMap(({ userId, apiKeys }) => {
    const living = apiKeys.filter((key) => isLiving(key, nowMs) && !waiting.has(key.apiKeyId));
    const ids = living.map(({ apiKeyId }) => apiKeyId);
    const parts = Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_, index) => index * mostAtOnce);
    return parts.map((from) => ({ userId, apiKeyIds: ids.slice(from, from + mostAtOnce) }));
  });

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
