import type { listActivities } from '../../../contract/activities.queries.js';
import type { getLoginState } from '../../../contract/loginState.queries.js';
import type {
  FoundUser,
  LoginMethod,
  LoginReason,
  LoginRefusal,
  LoginTrace,
} from '../../../contract/loginState.records.js';
import type { AnswerOf } from '../../../contract/row.js';
import type { ApiKey } from '../../../contract/shapes.js';
import type { getUser } from '../../../contract/users.queries.js';
import type { listWalletAccounts, listWallets } from '../../../contract/wallets.queries.js';
import { lineOf } from '../activitiesCommand.js';
import { isoOf, methodWords, reasonWords } from './reasonWords.js';

/** Everything that is told of one person. */
export type PersonFacts = {
  readonly found: FoundUser;
  readonly state: AnswerOf<typeof getLoginState>;
  readonly user: AnswerOf<typeof getUser>['user'];
  readonly wallets: AnswerOf<typeof listWallets>['wallets'];
  /** The first ten. */
  readonly accounts: AnswerOf<typeof listWalletAccounts>['accounts'];
  /** The last twenty. */
  readonly activities: AnswerOf<typeof listActivities>['activities'];
};

/** What is told of a person, line by line: whether they can log in comes first. */
export function sheetLines(
  { found, state, user, wallets, accounts, activities }: PersonFacts,
  nowMs: number,
): string[] {
  const sessions = user.apiKeys.filter((key) => !isApiKey(key)).filter((key) => (endOf(key) ?? 0) > nowMs);
  return [
    headline(state),
    ...(state.suspended ? [`suspended since ${isoOf(state.suspended.at)}: ${state.suspended.reason}`] : []),
    ...state.methods.flatMap(methodLines),
    ...(state.refusedOrigins ?? []).map(originLine),
    '',
    `${found.userName}  (user ${found.userId}, organization ${found.organizationId})`,
    ...section('Contacts', contactLines(found)),
    ...section('Credentials', [
      ...user.authenticators.map((each) => `passkey  ${each.authenticatorName}  ${each.credentialId}`),
      ...user.oauthProviders.map((each) => `identity  ${each.providerName}  ${each.issuer}`),
      ...user.apiKeys
        .filter(isApiKey)
        .map((key) => `key  ${key.apiKeyName}  ${key.credential.publicKey ?? ''}${endWords(key)}`),
    ]),
    ...section(
      'Sessions',
      sessions.map((key) => `${key.apiKeyName}${endWords(key)}`),
    ),
    ...section('Wallets', [
      ...wallets.map(
        ({ walletName, walletId, exported }) => `${walletName}  ${walletId}${exported ? '  exported' : ''}`,
      ),
      ...accounts.map(({ address, addressFormat }) => `${address}  ${addressFormat.replace('ADDRESS_FORMAT_', '')}`),
    ]),
    ...section('Refused logins', state.refusals.map(refusalLine)),
    ...section('In the log', state.logTraces.map(traceLine)),
    ...section('Last activities', activities.map(lineOf)),
  ];
}

/** The answer, in one line. */
function headline({ methods, canLogIn, suspended, refusedOrigins }: PersonFacts['state']): string {
  const ways = methods.filter((method) => method.canLogIn);
  const limits = [
    ...(suspended ? ['to read and export alone'] : []),
    ...(refusedOrigins ? ['but not on every page'] : []),
  ];
  if (canLogIn) return `${['can log in now', ...limits].join(', ')}: ${ways.map(methodWords).join(', ')}`;
  const untils = methods.map(untilOf).filter((until) => until !== undefined);
  if (untils.length > 0) return `cannot log in until ${isoOf({ seconds: String(Math.min(...untils)) })}`;
  return 'cannot log in, until somebody changes something';
}

/** When the first device can log in by a method that only has to wait, in seconds; `undefined` where waiting does not help. */
function untilOf({ reasons }: LoginMethod): number | undefined {
  if (reasons.length === 0 || reasons.some(({ until }) => until === undefined)) return undefined;
  const of = (concerns: LoginReason['concerns']) =>
    Math.max(0, ...reasons.filter((reason) => reason.concerns === concerns).map(({ until }) => Number(until?.seconds)));
  return Math.min(of('NEW_DEVICES'), of('KNOWN_DEVICES'));
}

function methodLines(method: LoginMethod): string[] {
  const { canLogIn, reasons, codes } = method;
  const said = canLogIn ? 'yes' : 'no';
  const last = codes?.lastCode;
  return [
    `  ${methodWords(method)}: ${said}${reasons.length === 0 ? '' : `: ${reasons.map(reasonWords).join('; ')}`}`,
    ...(last
      ? [`    last code ${isoOf(last.sentAt)}: ${states[last.state]}; its message ${deliveries[last.delivery]}`]
      : []),
  ];
}

type LastCode = NonNullable<NonNullable<LoginMethod['codes']>['lastCode']>;

const states: { readonly [State in LastCode['state']]: string } = {
  LIVE: 'can be typed',
  USED: 'was used',
  EXPIRED: 'has expired',
  REPLACED: 'was replaced by a newer one',
  TRIES_USED_UP: 'was mistyped too often',
};

const deliveries: { readonly [Delivery in LastCode['delivery']]: string } = {
  WAITING: 'waits to be sent',
  TRIED: 'could not be sent yet, and is tried again',
  LEFT: 'was sent, or given up: the log says',
};

const contactLines = ({ userEmail, userPhoneNumber, verifiedContacts }: PersonFacts['found']): string[] => [
  ...(userEmail === undefined ? [] : [`${userEmail}  ${proved(verifiedContacts.includes('EMAIL'))}`]),
  ...(userPhoneNumber === undefined
    ? []
    : [`${userPhoneNumber}  ${proved(verifiedContacts.includes('PHONE_NUMBER'))}`]),
];

const proved = (isProved: boolean): string => (isProved ? 'proved' : 'not proved');

const originLine = ({ origin, at }: NonNullable<PersonFacts['state']['refusedOrigins']>[number]): string =>
  `  not on ${origin}, refused at ${isoOf(at)}: not among allowedOrigins`;

const refusalLine = ({ at, code, step, by }: LoginRefusal): string =>
  `${isoOf(at)}  ${code}  ${step}  ${by === 'OWN_DEVICE' ? 'own device' : 'stranger'}`;

const traceLine = ({ method, trace }: LoginTrace): string =>
  `"${method === 'oauth' ? 'identity' : 'contact'}":"${trace}"  ${method}`;

const isApiKey = ({ credential: { type } }: ApiKey): boolean => type.startsWith('CREDENTIAL_TYPE_API_KEY');

/** In milliseconds since 1970. */
const endOf = ({ createdAt, expirationSeconds }: ApiKey): number | undefined =>
  expirationSeconds === undefined ? undefined : (Number(createdAt.seconds) + Number(expirationSeconds)) * 1000;

function endWords(key: ApiKey): string {
  const endMs = endOf(key);
  return endMs === undefined ? '' : `  until ${isoOf({ seconds: String(Math.floor(endMs / 1000)) })}`;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
