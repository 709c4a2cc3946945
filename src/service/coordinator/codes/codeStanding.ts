import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import type { CodeForm } from '../../../contract/codeForm.js';
import type { OtpType } from '../../../contract/contact.js';
import { limitKeyOf } from '../../configuration/limitKey.js';
import { limits } from '../../limits/limits.js';
import type { Row, Tables } from '../../store/schema.js';
import { capsWaitMs } from './codeCaps.js';
import { decideCode, limitWaitMs, type RequesterClass, spentCodesWaitMs, spentWindowMs } from './codeLimits.js';
import type { CodeRequester } from './codeRequester.js';
import { longForm } from './otpCode.js';
import { isBudgetSpent } from './wrongTries.js';

/** A contact of a person, where its codes are counted. */
export type StandingOf = {
  /** The parent. */
  readonly organizationId: string;
  readonly otpType: OtpType;
  /** Canonical form. */
  readonly contact: string;
  readonly nowMs: number;
};

/** What holds for the next code that devices of a class ask for. */
export type ClassStanding = {
  /** Codes sent to the contact in the window. */
  readonly sent: number;
  readonly most: number;
  readonly windowSeconds: number;
  /** Until the contact may be sent another; 0: at once. */
  readonly waitMs: number;
  /** Until the caps of the configuration have room; 0: they have. */
  readonly capWaitMs: number;
  readonly form: CodeForm;
};

/** What a contact's codes are limited by at the moment, whoever asks for the next. */
export type CodeStanding = {
  readonly newDevices: ClassStanding;
  readonly knownDevices: ClassStanding;
  /** Of whoever asked for the last code, where they have to wait longer than others. */
  readonly lastRequester: { readonly waitMs: number; readonly isForWrongCodes: boolean } | undefined;
  readonly lastCode: LastCode | undefined;
};

/** The last code, of the last 24 hours. */
export type LastCode = {
  readonly sentAtMs: number;
  readonly expiresAtMs: number;
  readonly state: 'LIVE' | 'USED' | 'EXPIRED' | 'REPLACED' | 'TRIES_USED_UP';
  readonly triesLeft: number;
  readonly delivery: 'WAITING' | 'TRIED' | 'LEFT';
  /** How often its message was tried, while it is in the outbox. */
  readonly deliveryTries: number | undefined;
};

/**
 * Looks at all that limits codes to a contact, by the same rules as {@link decideCode} and the caps, and counts nothing. What depends on the
 * address or device of whoever asks next is unknown here, save that of the last requester.
 */
export async function codeStanding(
  db: Kysely<Tables>,
  of: StandingOf,
  settings: AuthProxySettings,
): Promise<CodeStanding> {
  const { nowMs } = of;
  const limitKey = limitKeyOf(of.otpType, of.contact);
  const sent = await sentInADay(db, { ...of, limitKey });
  const strangers = sent.filter(({ device }) => device === null);
  const devices = sent.filter(({ device }) => device !== null);
  const { codesPerContact, codesPerContactFromDevices } = settings;
  const strangersWaitMs = limitWaitMs(strangers, codesPerContact, nowMs);
  const devicesWaitMs = limitWaitMs(devices, codesPerContactFromDevices, nowMs);
  const classOf = async (as: RequesterClass, device: string | null) => {
    const code = { ...of, limitKey, as, requester: { address: '', device } };
    return {
      capWaitMs: Math.max(0, await capsWaitMs(db, code, settings)),
      form: (await isBudgetSpent(db, { ...code, device })) ? longForm : formIn(settings),
    };
  };
  return {
    newDevices: {
      ...countedIn(strangers, codesPerContact, nowMs),
      waitMs: Math.max(0, strangersWaitMs),
      ...(await classOf('stranger', null)),
    },
    // A device beyond what devices may have counts as a stranger.
    knownDevices: {
      ...countedIn(devices, codesPerContactFromDevices, nowMs),
      waitMs: Math.max(0, Math.min(strangersWaitMs, devicesWaitMs)),
      ...(await (devicesWaitMs <= 0 ? classOf('device', someDevice) : classOf('stranger', null))),
    },
    lastRequester: await lastRequester(db, { ...of, limitKey }, sent, settings),
    lastCode: await lastCode(db, of, sent),
  };
}

/** Of no device: what only one device has used up counts for no other. */
const someDevice = '';

const formIn = ({ otpLength, otpAlphanumeric }: AuthProxySettings): CodeForm => ({
  length: otpLength,
  alphanumeric: otpAlphanumeric,
});

type Limited = StandingOf & { readonly limitKey: string };
type SentCode = Pick<
  Row<'otp_codes'>,
  | 'otp_id'
  | 'purpose'
  | 'otp_type'
  | 'requester'
  | 'device'
  | 'tries'
  | 'retired'
  | 'verified_token_id'
  | 'expires_at_ms'
  | 'created_at_ms'
>;

/** Newest first: no window of a limit is longer than a day, and no code is kept for less. */
function sentInADay(db: Kysely<Tables>, { organizationId, limitKey, nowMs }: Limited): Promise<SentCode[]> {
  return db
    .selectFrom('otp_codes')
    .select(['otp_id', 'purpose', 'otp_type', 'requester', 'device', 'tries', 'retired', 'verified_token_id'])
    .select(['expires_at_ms', 'created_at_ms'])
    .where('organization_id', '=', organizationId)
    .where('limit_key', '=', limitKey)
    .where('created_at_ms', '>', nowMs - spentWindowMs)
    .orderBy('created_at_ms', 'desc')
    .execute();
}

function countedIn(
  newestFirst: readonly SentCode[],
  { most, windowSeconds }: AuthProxySettings['codesPerContact'],
  nowMs: number,
): Pick<ClassStanding, 'sent' | 'most' | 'windowSeconds'> {
  const sent = newestFirst.filter(({ created_at_ms }) => created_at_ms > nowMs - windowSeconds * 1000).length;
  return { sent, most, windowSeconds };
}

/** @param sent - newest first */
async function lastRequester(
  db: Kysely<Tables>,
  of: Limited,
  sent: readonly SentCode[],
  settings: AuthProxySettings,
): Promise<CodeStanding['lastRequester']> {
  const last = sent.find(({ purpose }) => purpose === 'verification');
  if (!last) return undefined;
  const requester: CodeRequester = { address: last.requester, device: last.device };
  const decision = await decideCode(db, { ...of, requester }, settings);
  if ('as' in decision || decision.contactIsFull) return undefined;
  const { waitMs } = decision;
  return { waitMs, isForWrongCodes: (await spentCodesWaitMs(db, { ...of, requester })) >= waitMs };
}

/** @param sent - newest first */
async function lastCode(
  db: Kysely<Tables>,
  { organizationId, otpType, nowMs }: StandingOf,
  sent: readonly SentCode[],
): Promise<LastCode | undefined> {
  const last = sent.find(({ purpose }) => purpose === 'verification');
  if (!last) return undefined;
  const waiting = await db
    .selectFrom('outbox')
    .select('tries')
    .where('channel', '=', otpType === 'OTP_TYPE_EMAIL' ? 'email' : 'sms')
    .where('requester', '=', `${organizationId}/${last.device ?? last.requester}`)
    .where('owner_kind', '=', 'otp_code')
    .where('owner_id', '=', last.otp_id)
    .executeTakeFirst();
  return {
    sentAtMs: last.created_at_ms,
    expiresAtMs: last.expires_at_ms,
    state: stateOf(last, nowMs),
    triesLeft: Math.max(0, limits.triesOfCode.most - last.tries),
    delivery: waiting === undefined ? 'LEFT' : waiting.tries === 0 ? 'WAITING' : 'TRIED',
    deliveryTries: waiting?.tries,
  };
}

function stateOf(code: SentCode, nowMs: number): LastCode['state'] {
  if (code.verified_token_id !== null) return 'USED';
  if (code.tries >= limits.triesOfCode.most) return 'TRIES_USED_UP';
  if (code.retired === 1) return 'REPLACED';
  return code.expires_at_ms <= nowMs ? 'EXPIRED' : 'LIVE';
}
