import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import { type RefusedError, refused } from '../../../contract/refusals.js';
import { callingCodeOf } from '../../configuration/callingCode.js';
import { countOne, countsBeginning, hourMs, lookAt } from '../../limits/hourCounts.js';
import { limits } from '../../limits/limits.js';
import type { Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { type CodeRequest, isLimited, type RequesterClass } from './codeLimits.js';
import { isServed } from './servedNumbers.js';

/** A code to be sent, and its requester class: devices have separate caps, which strangers cannot use up. */
export type CappedCode = CodeRequest & {
  readonly as: RequesterClass;
  /** Canonical form. */
  readonly contact: string;
};

type Caps = Pick<AuthProxySettings, 'emailsPerHour' | 'textsPerHour' | 'textsPerHourAndCallingCode'>;

/** @throws {RefusedError} CONTACT_NOT_SERVED */
export function checkServed(
  { otpType, contact }: Pick<CappedCode, 'otpType' | 'contact'>,
  { smsCountries }: Pick<AuthProxySettings, 'smsCountries'>,
): void {
  if (otpType === 'OTP_TYPE_SMS' && !isServed(contact, smsCountries)) throw refused('CONTACT_NOT_SERVED');
}

/**
 * Whether the caps leave no room for the code. Checked before the transaction, since a requester beyond a cap keeps asking, and would block
 * the counter's row for others. {@link countInCaps} checks again.
 *
 * @param code - a device, which may also count as a stranger, is refused if neither cap has room.
 * @throws {RefusedError} LOGIN_BUSY
 */
export async function checkCaps(db: Kysely<Tables>, code: Omit<CappedCode, 'as'>, settings: Caps): Promise<void> {
  const classes: readonly RequesterClass[] = code.requester.device === null ? ['stranger'] : ['device', 'stranger'];
  let firstMs = 0;
  for (const as of classes) {
    const waitMs = await capsWaitMs(db, { ...code, as }, settings);
    if (waitMs <= 0) return;
    firstMs ||= waitMs;
  }
  throw busy(firstMs);
}

/** Until the caps have room for the code; 0 where they have. */
export async function capsWaitMs(db: Kysely<Tables>, code: CappedCode, settings: Caps): Promise<number> {
  const { organizationId, nowMs } = code;
  let isScarce = false;
  for (const { counter, most } of capsOf(code, settings)) {
    const seen = await lookAt(db, { organizationId, counter, most, nowMs });
    if ('waitMs' in seen) return seen.waitMs;
    isScarce ||= isInLastFifth(seen.used + 1, most);
  }
  return isScarce ? scarceWaitMs(db, code) : 0;
}

/**
 * Counts the code toward the caps of its organization, which limit the total cost. So that a few requesters cannot use up a cap, in its
 * last fifth a contact gets one code an hour, and an address three.
 *
 * @throws {RefusedError} LOGIN_BUSY, which undoes the counting
 */
export async function countInCaps(
  { log, random }: Tools,
  db: Kysely<Tables>,
  code: CappedCode,
  settings: Caps,
): Promise<void> {
  const { organizationId, nowMs } = code;
  let isScarce = false;
  for (const { facts, counter, most } of capsOf(code, settings)) {
    const counted = await countOne(db, random, { organizationId, counter, most, nowMs });
    if ('waitMs' in counted) throw busy(counted.waitMs);
    const { before, used } = counted;
    const reaches = (part: number) => before < part && part <= used;
    if (reaches(Math.ceil(most * 0.8))) log('cap near', { organizationId, ...facts, used, most });
    if (reaches(most)) log('cap full', { organizationId, ...facts, used, most });
    isScarce ||= isInLastFifth(used, most);
  }
  const waitMs = isScarce ? await scarceWaitMs(db, code) : 0;
  if (waitMs > 0) throw busy(waitMs);
}

const isInLastFifth = (used: number, most: number): boolean => used > most - Math.floor(most / 5);

const busy = (waitMs: number): RefusedError => refused('LOGIN_BUSY', { retryAfterMs: waitMs });

type Cap = { readonly facts: Record<string, string>; readonly counter: string; readonly most: number };

function capsOf({ otpType, contact, as }: CappedCode, settings: Caps): Cap[] {
  const { emailsPerHour, textsPerHour, textsPerHourAndCallingCode } = settings;
  if (otpType !== 'OTP_TYPE_SMS') {
    return [{ facts: { as, channel: 'email' }, counter: `${as}/email`, most: emailsPerHour }];
  }
  const callingCode = callingCodeOf(contact) ?? '';
  const facts = { as, channel: 'sms' };
  return [
    {
      facts: { ...facts, callingCode },
      counter: `${as}/sms/${callingCode}`,
      most: textsPerHourAndCallingCode,
    },
    { facts, counter: `${as}/sms`, most: textsPerHour },
  ];
}

/** What a cap counts, and how many of its last hour there were. */
export type CapUse = {
  readonly cap: keyof Caps;
  readonly as: RequesterClass;
  readonly callingCode?: string;
  readonly used: number;
  readonly most: number;
};

/** How much of each cap is used up; of those for one calling code, where it is more than nothing. */
export async function capUses(
  db: Kysely<Tables>,
  { organizationId, nowMs }: Pick<CappedCode, 'organizationId' | 'nowMs'>,
  { emailsPerHour, textsPerHour, textsPerHourAndCallingCode: ofCallingCode }: Caps,
): Promise<CapUse[]> {
  const uses: CapUse[] = [];
  for (const as of ['stranger', 'device'] as const) {
    const counts = await countsBeginning(db, { organizationId, beginning: `${as}/`, nowMs });
    const used = (name: string) => counts.get(`${as}/${name}`) ?? 0;
    uses.push({ cap: 'emailsPerHour', as, used: used('email'), most: emailsPerHour });
    uses.push({ cap: 'textsPerHour', as, used: used('sms'), most: textsPerHour });
    for (const [counter, number] of counts) {
      const callingCode = counter.split('/')[2];
      if (callingCode === undefined || number === 0) continue;
      uses.push({ cap: 'textsPerHourAndCallingCode', as, callingCode, used: number, most: ofCallingCode });
    }
  }
  return uses;
}

/** In the last fifth of a cap. */
const scarceWaitMs = async (db: Kysely<Tables>, code: CappedCode): Promise<number> =>
  Math.max(await contactWaitMs(db, code), await addressWaitMs(db, code));

/** Until the last code for the contact, of one that counts as this one does, is an hour old. */
async function contactWaitMs(db: Kysely<Tables>, { organizationId, limitKey, as, nowMs }: CappedCode): Promise<number> {
  const last = await db
    .selectFrom('otp_codes')
    .select('created_at_ms')
    .where('organization_id', '=', organizationId)
    .where('limit_key', '=', limitKey)
    .where('created_at_ms', '>', nowMs - hourMs)
    .where('device', as === 'device' ? 'is not' : 'is', null)
    .orderBy('created_at_ms', 'desc')
    .offset(limits.codesPerContactWhenScarce.most - 1)
    .limit(1)
    .executeTakeFirst();
  return last ? last.created_at_ms + hourMs - nowMs : 0;
}

/** Until the third last code from the address, by the same channel and of those that count alike, is an hour old. */
async function addressWaitMs(
  db: Kysely<Tables>,
  { organizationId, otpType, requester, as, nowMs }: CappedCode,
): Promise<number> {
  if (!isLimited(requester.address)) return 0;
  const last = await db
    .selectFrom('otp_codes')
    .select('created_at_ms')
    .where('organization_id', '=', organizationId)
    .where('requester', '=', requester.address)
    .where('created_at_ms', '>', nowMs - hourMs)
    .where('otp_type', '=', otpType)
    .where('device', as === 'device' ? 'is not' : 'is', null)
    .orderBy('created_at_ms', 'desc')
    .offset(limits.codesPerAddressWhenScarce.most - 1)
    .limit(1)
    .executeTakeFirst();
  return last ? last.created_at_ms + hourMs - nowMs : 0;
}
