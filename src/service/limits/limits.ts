import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import type { PolicyOutcome } from '../../contract/policies.records.js';
import type { RefusalCode } from '../../contract/refusals.js';
import { maxBodyBytes } from '../http/readBody.js';

/** How much of something is let in, of whom, and what is answered beyond it. */
export type Limit<Most = number> = {
  /** The number; of a limit that can be set, its default. */
  readonly most: Most;
  readonly what: string;
  /** Who is counted. */
  readonly whose: string;
  /** A status where there is no body to say more; what a policy says then; or what happens instead. */
  readonly beyond: RefusalCode | PolicyOutcome | `HTTP ${number}` | `another ${string}`;
  /** The environment's variable, or the member of the auth proxy's configuration. */
  readonly setBy?: string;
};

const limit = <Most>(
  most: Most,
  what: string,
  whose: string,
  beyond: Limit['beyond'],
  setBy?: string,
): Limit<Most> => ({ most, what, whose, beyond, ...(setBy !== undefined && { setBy }) });

/** So many in so many seconds. */
type Rate = AuthProxySettings['codesPerContact'];
type RateName = {
  [Name in keyof AuthProxySettings]-?: AuthProxySettings[Name] extends Rate ? Name : never;
}[keyof AuthProxySettings];

const rate = (setBy: RateName, most: Rate, what: string, whose: string, beyond: RefusalCode): Limit<Rate> =>
  limit(most, what, whose, beyond, setBy);

const minutes = (count: number): number => count * 60;
const mebibytes = (count: number): number => count * 2 ** 20;

const organization = 'an organization';
const subOrganization = 'a sub-organization';
const address = 'a client address';
const user = 'a user';
const stranger = 'the address of a stranger';
const service = 'a process';
const longCodes = 'another form: codes are long';

/** Every limit of the service. docs/hosting.md has them as a table. */
export const limits = {
  // Work: while others want to work, too.
  workOfOrganization: limit(250, 'ms of each second', subOrganization, 'TOO_MUCH_WORK', 'LATCHKEY_FAIR_SHARES'),
  requestsOfOrganization: limit(2, 'requests at once', subOrganization, 'TOO_MUCH_WORK', 'LATCHKEY_FAIR_SHARES'),
  workOfAddress: limit(500, 'ms of each second', address, 'TOO_MUCH_WORK', 'LATCHKEY_FAIR_SHARES'),
  requestsOfAddress: limit(4, 'requests at once', address, 'TOO_MUCH_WORK', 'LATCHKEY_FAIR_SHARES'),
  requestsWaiting: limit(64, 'requests that wait', 'a sub-organization or an address', 'TOO_MUCH_WORK'),
  waitMs: limit(2000, 'ms of waiting for a turn', 'a request', 'TOO_MUCH_WORK'),
  queriesPerMinute: limit(
    600,
    'queries a minute',
    'a credential of a sub-organization',
    'TOO_MUCH_WORK',
    'LATCHKEY_QUERIES_PER_MINUTE',
  ),
  derivationsPerMinute: limit(
    200,
    'derived keys a minute',
    'an organization; at sign-ups an address',
    'TOO_MANY_DERIVATIONS',
    'LATCHKEY_DERIVATIONS_PER_MINUTE',
  ),

  stepsOfPolicy: limit(10_000, 'steps', 'a policy in a decision', 'OUTCOME_ERROR'),
  // Some 20 ms.
  stepsOfDecision: limit(500_000, 'steps', 'all policies in a decision', 'POLICY_TOO_COSTLY'),
  simulationsWaiting: limit(4, 'simulations that wait', 'a credential', 'TOO_MUCH_WORK'),

  // Memory and connections.
  headerBytes: limit(16_384, 'bytes of request line and headers', 'a request', 'HTTP 431'),
  stampBytes: limit(8192, 'bytes of a stamp', 'a request', 'HEADERS_TOO_LARGE'),
  bodyBytesOfRequest: limit(maxBodyBytes, 'bytes of a body', 'a request', 'BODY_TOO_LARGE'),
  connectionsPerAddress: limit(64, 'connections', address, 'another is closed', 'MAX_CONNECTIONS_PER_ADDRESS'),
  connections: limit(4096, 'connections', service, 'another is closed', 'MAX_CONNECTIONS'),
  bodyBytesPerAddress: limit(
    mebibytes(4),
    'bytes of bodies under way',
    address,
    'TOO_MUCH_AT_ONCE',
    'MAX_BODIES_MIB_PER_ADDRESS',
  ),
  bodyBytes: limit(mebibytes(64), 'bytes of bodies under way', service, 'TOO_MUCH_AT_ONCE', 'MAX_BODIES_MIB'),
  answerBytesPerAddress: limit(
    mebibytes(8),
    'bytes of answers that are not taken yet',
    address,
    'TOO_MUCH_WORK',
    'MAX_ANSWERS_MIB_PER_ADDRESS',
  ),
  answerBytesPerOrganization: limit(
    mebibytes(32),
    'bytes of answers that are not taken yet',
    subOrganization,
    'TOO_MUCH_WORK',
    'MAX_ANSWERS_MIB_PER_ORGANIZATION',
  ),
  answerBytes: limit(
    mebibytes(256),
    'bytes of answers that are not taken yet',
    service,
    'TOO_MUCH_WORK',
    'MAX_ANSWERS_MIB',
  ),

  // The auth proxy, for each configuration.
  requestsPerAddress: rate(
    'requestsPerAddress',
    { most: 600, windowSeconds: minutes(1) },
    'requests',
    address,
    'TOO_MANY_REQUESTS',
  ),
  refusalsPerAddress: rate(
    'refusalsPerAddress',
    { most: 100, windowSeconds: minutes(1) },
    'refused requests',
    address,
    'TOO_MANY_REFUSALS',
  ),
  signupsPerAddress: rate(
    'signupsPerAddress',
    { most: 30, windowSeconds: minutes(60) },
    'sign-ups',
    address,
    'TOO_MANY_SIGNUPS',
  ),
  codesPerContactAndAddress: rate(
    'codesPerContactAndAddress',
    { most: 3, windowSeconds: minutes(10) },
    'codes to a contact',
    stranger,
    'TOO_MANY_CODES',
  ),
  codesPerContactAndAddressLong: rate(
    'codesPerContactAndAddressLong',
    { most: 4, windowSeconds: minutes(60) },
    'codes to a contact',
    stranger,
    'TOO_MANY_CODES',
  ),
  codesPerContact: rate(
    'codesPerContact',
    { most: 10, windowSeconds: minutes(60) },
    'codes to a contact',
    'all strangers',
    'TOO_MANY_CODES',
  ),
  codesPerAddress: rate(
    'codesPerAddress',
    { most: 30, windowSeconds: minutes(60) },
    'codes to all contacts',
    stranger,
    'TOO_MANY_CODES',
  ),
  textsPerAddress: rate(
    'textsPerAddress',
    { most: 10, windowSeconds: minutes(60) },
    'texts to all contacts',
    stranger,
    'TOO_MANY_CODES',
  ),
  codesPerDevice: rate(
    'codesPerDevice',
    { most: 3, windowSeconds: minutes(10) },
    'codes to a contact',
    'a device that has logged in by it',
    'TOO_MANY_CODES',
  ),
  codesPerContactFromDevices: rate(
    'codesPerContactFromDevices',
    { most: 10, windowSeconds: minutes(60) },
    'codes to a contact',
    'all its devices',
    'TOO_MANY_CODES',
  ),
  codesPerAddressFromDevices: rate(
    'codesPerAddressFromDevices',
    { most: 30, windowSeconds: minutes(60) },
    'codes to all contacts',
    'the address of devices',
    'TOO_MANY_CODES',
  ),
  triesOfCode: limit(3, 'tries', 'a code', 'TOO_MANY_ATTEMPTS'),
  // Who used up so many waits a minute, then two, four … up to an hour.
  codesUsedUp: limit(3, 'codes to a contact whose tries are used up in a day', 'who asks for them', 'TOO_MANY_CODES'),
  wrongTriesOfStrangers: limit(100, 'wrong tries at short codes of a contact in 30 days', 'all strangers', longCodes),
  wrongTriesOfDevices: limit(100, 'wrong tries at short codes of a contact in 30 days', 'all its devices', longCodes),
  wrongTriesOfDevice: limit(30, 'wrong tries at short codes of a contact in 30 days', 'one of its devices', longCodes),
  livingCodes: limit(3, 'codes to a contact that live side by side', 'who asks for them', 'another ends: the oldest'),
  emailsPerHour: limit(3000, 'mails with codes an hour', 'a configuration', 'LOGIN_BUSY', 'emailsPerHour'),
  textsPerHour: limit(500, 'texts with codes an hour', 'a configuration', 'LOGIN_BUSY', 'textsPerHour'),
  textsPerHourAndCallingCode: limit(
    100,
    'texts with codes an hour to one calling code',
    'a configuration',
    'LOGIN_BUSY',
    'textsPerHourAndCallingCode',
  ),

  codesPerContactWhenScarce: limit(1, 'codes an hour in the last fifth of such a cap', 'a contact', 'LOGIN_BUSY'),
  codesPerAddressWhenScarce: limit(3, 'codes an hour in the last fifth of such a cap', address, 'LOGIN_BUSY'),

  // What is recorded.
  recordedMebibytes: limit(
    64,
    'MiB of activities an hour',
    subOrganization,
    'TOO_MANY_ACTIVITIES',
    'LATCHKEY_RECORD_PER_HOUR',
  ),
  recordedActivities: limit(
    10_000,
    'activities an hour',
    subOrganization,
    'TOO_MANY_ACTIVITIES',
    'LATCHKEY_RECORD_PER_HOUR',
  ),
  recordedMebibytesPerAddress: limit(
    128,
    'MiB of activities an hour',
    'a client address, with all sub-organizations that people signed up for',
    'TOO_MANY_ACTIVITIES',
    'LATCHKEY_RECORD_MIB_PER_ADDRESS',
  ),
  pending: limit(10, 'activities that wait for votes', user, 'TOO_MANY_PENDING'),
  refusedLoginsOfAddress: limit(10, 'refused logins a minute', address, 'another is not recorded'),
  refusedOriginsOfAddress: limit(2, 'pages of refused origins a minute', address, 'another is not recorded'),
  refusedLoginsOfOrganization: limit(25, 'refused logins in five seconds', organization, 'another is not recorded'),
  refusedLogins: limit(
    100,
    'refused logins in five seconds, of devices, of strangers and of origins',
    service,
    'another is not recorded',
  ),

  // What there may be. docs/wire.md 9 has what is published.
  users: limit(100, 'users', organization, 'LIMIT_REACHED'),
  invitations: limit(100, 'pending invitations', organization, 'LIMIT_REACHED'),
  apiKeys: limit(10, 'API keys that do not expire', user, 'TOO_MANY_API_KEYS'),
  expiringKeys: limit(10, 'API keys and sessions that expire', user, 'another ends: the oldest'),
  readOnlySessions: limit(10, 'read-only sessions', user, 'another ends: the oldest'),
  passkeys: limit(10, 'passkeys', user, 'TOO_MANY_PASSKEYS'),
  oauthProviders: limit(10, 'OAuth providers', user, 'TOO_MANY_OAUTH_PROVIDERS'),
  policies: limit(100, 'policies', organization, 'LIMIT_REACHED'),
  policyBytes: limit(mebibytes(1), 'bytes of policies', organization, 'LIMIT_REACHED'),
  wordsOfExpression: limit(4096, 'words', 'an expression of a policy', 'POLICY_INVALID'),
  policyCases: limit(100, 'cases for policies', 'a parent organization', 'LIMIT_REACHED'),
  policyCaseBytes: limit(262_144, 'bytes of cases for policies', 'a parent organization', 'LIMIT_REACHED'),
  userTags: limit(100, 'tags of users', 'a parent organization', 'LIMIT_REACHED'),
  userTagsOfSubOrganization: limit(10, 'tags of users', subOrganization, 'LIMIT_REACHED'),
  wallets: limit(100, 'wallets', organization, 'LIMIT_REACHED'),
  privateKeys: limit(1000, 'private keys', organization, 'LIMIT_REACHED'),
  privateKeyTags: limit(100, 'tags of private keys', 'a parent organization', 'LIMIT_REACHED'),
  privateKeyTagsOfSubOrganization: limit(10, 'tags of private keys', subOrganization, 'LIMIT_REACHED'),
  interfaces: limit(50, 'smart contract interfaces', organization, 'LIMIT_REACHED'),
  interfaceBytes: limit(mebibytes(1), 'bytes of smart contract interfaces', organization, 'LIMIT_REACHED'),
  emailTemplates: limit(50, 'e-mail templates', organization, 'LIMIT_REACHED'),
  oauth2Credentials: limit(20, 'OAuth 2.0 credentials', organization, 'LIMIT_REACHED'),
  secondsBetweenResends: limit(10, 'seconds until it may be sent again', 'a delivery to a webhook', 'TOO_MANY_RESENDS'),
  webhookEndpoints: limit(100, 'webhook endpoints', organization, 'LIMIT_REACHED'),
  tvcApps: limit(100, 'TVC apps', organization, 'LIMIT_REACHED'),
  tvcOperators: limit(2000, 'operators of TVC apps, those of several for each of them', organization, 'LIMIT_REACHED'),
  tvcDeployments: limit(100, 'deployments', 'a TVC app', 'LIMIT_REACHED'),
  tvcManifests: limit(mebibytes(1), 'characters of manifests', 'a TVC app', 'LIMIT_REACHED'),
} as const satisfies Record<string, Limit<number> | Limit<Rate>>;
