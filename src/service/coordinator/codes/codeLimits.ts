import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import type { OtpType } from '../../../contract/contact.js';
import { limits } from '../../limits/limits.js';
import type { Tables } from '../../store/schema.js';
import { asStranger, type CodeRequester, unknownAddress } from './codeRequester.js';

/** Who asks for a code to be sent where. */
export type CodeRequest = {
  readonly organizationId: string;
  readonly otpType: OtpType;
  /** What limits count the contact by. */
  readonly limitKey: string;
  readonly requester: CodeRequester;
  readonly nowMs: number;
};

/** A device has logged in with the contact before; any other requester is a stranger. */
export type RequesterClass = 'stranger' | 'device';

/** As whom a request counts, or how many milliseconds it has to wait, and whether others brought that about. */
export type CodeDecision =
  | { readonly as: RequesterClass; readonly requester: CodeRequester }
  | { readonly waitMs: number; readonly contactIsFull: boolean };

type Limits = Pick<
  AuthProxySettings,
  | 'codesPerContactAndAddress'
  | 'codesPerContactAndAddressLong'
  | 'codesPerContact'
  | 'codesPerAddress'
  | 'textsPerAddress'
  | 'codesPerDevice'
  | 'codesPerContactFromDevices'
  | 'codesPerAddressFromDevices'
>;

/**
 * Limits the sending of codes, separately for strangers and for devices, so that strangers cannot block a device. A device beyond its limit
 * counts as a stranger. The answer does not depend on whether the contact is known.
 */
export async function decideCode(db: Kysely<Tables>, request: CodeRequest, rates: Limits): Promise<CodeDecision> {
  const sent = await sentLately(db, request, rates);
  if (request.requester.device !== null) {
    const waitMs = await spentCodesWaitMs(db, request);
    if (waitMs > 0) return { waitMs, contactIsFull: false };
    if (deviceWaitMs(request, sent, rates) <= 0) return { as: 'device', requester: request.requester };
  }
  const stranger = { ...request, requester: asStranger(request.requester) };
  const contactWaitMs = limitWaitMs(sent.toContact.filter(byStranger), rates.codesPerContact, request.nowMs);
  const ownWaitMs = Math.max(strangerWaitMs(stranger, sent, rates), await spentCodesWaitMs(db, stranger));
  const waitMs = Math.max(contactWaitMs, ownWaitMs);
  return waitMs > 0
    ? { waitMs, contactIsFull: contactWaitMs > ownWaitMs }
    : { as: 'stranger', requester: stranger.requester };
}

type Limit = Limits['codesPerContact'];

/** Newest first. */
type Sent = readonly { readonly created_at_ms: number; readonly device: string | null }[];
type SentLately = {
  readonly toContact: readonly (Sent[number] & { readonly requester: string })[];
  readonly fromAddress: readonly (Sent[number] & { readonly otp_type: string })[];
};

const byStranger = ({ device }: Sent[number]): boolean => device === null;
const byDevice = ({ device }: Sent[number]): boolean => device !== null;

async function sentLately(
  db: Kysely<Tables>,
  { organizationId, limitKey, requester, nowMs }: CodeRequest,
  rates: Limits,
): Promise<SentLately> {
  const ofOrganization = db.selectFrom('otp_codes').where('organization_id', '=', organizationId);
  const toContact = ofOrganization
    .select(['created_at_ms', 'requester', 'device'])
    .where('limit_key', '=', limitKey)
    .where('created_at_ms', '>', nowMs - contactWindowMs(rates))
    .orderBy('created_at_ms', 'desc');
  if (!isLimited(requester.address)) return { toContact: await toContact.execute(), fromAddress: [] };
  const fromAddress = ofOrganization
    .select(['created_at_ms', 'otp_type', 'device'])
    .where('requester', '=', requester.address)
    .where('created_at_ms', '>', nowMs - addressWindowMs(rates))
    .orderBy('created_at_ms', 'desc');
  const [ofContact, ofAddress] = await Promise.all([toContact.execute(), fromAddress.execute()]);
  return { toContact: ofContact, fromAddress: ofAddress };
}

/** Many share an address that is not known. */
export const isLimited = (address: string): boolean => address !== '' && address !== unknownAddress;

const contactWindowMs = (rates: Limits): number =>
  windowMs(
    rates.codesPerContactAndAddress,
    rates.codesPerContactAndAddressLong,
    rates.codesPerContact,
    rates.codesPerDevice,
    rates.codesPerContactFromDevices,
  );
const addressWindowMs = (rates: Limits): number =>
  windowMs(rates.codesPerAddress, rates.textsPerAddress, rates.codesPerAddressFromDevices);
const windowMs = (...all: Limit[]): number => Math.max(...all.map(({ windowSeconds }) => windowSeconds * 1000));

function deviceWaitMs(
  { requester, nowMs }: CodeRequest,
  { toContact, fromAddress }: SentLately,
  rates: Limits,
): number {
  const own = toContact.filter(({ device }) => device === requester.device);
  return Math.max(
    limitWaitMs(own, rates.codesPerDevice, nowMs),
    limitWaitMs(toContact.filter(byDevice), rates.codesPerContactFromDevices, nowMs),
    limitWaitMs(fromAddress.filter(byDevice), rates.codesPerAddressFromDevices, nowMs),
  );
}

function strangerWaitMs(request: CodeRequest, { toContact, fromAddress }: SentLately, rates: Limits): number {
  const { requester, otpType, nowMs } = request;
  if (requester.address === '') return 0;
  const here = toContact.filter(byStranger).filter((code) => code.requester === requester.address);
  const everywhere = fromAddress.filter(byStranger);
  const texts = everywhere.filter((code) => code.otp_type === 'OTP_TYPE_SMS');
  const { codesPerContactAndAddress: short, codesPerContactAndAddressLong: long } = rates;
  return Math.max(
    limitWaitMs(here, short, nowMs),
    // A configuration that raised the shorter window's number before there was a longer one keeps it.
    limitWaitMs(here, { ...long, most: Math.max(short.most, long.most) }, nowMs),
    limitWaitMs(everywhere, rates.codesPerAddress, nowMs),
    otpType === 'OTP_TYPE_SMS' ? limitWaitMs(texts, rates.textsPerAddress, nowMs) : 0,
  );
}

/** Until the oldest of the last `most` sends leaves the window. */
export function limitWaitMs(newestFirst: Sent, { most, windowSeconds }: Limit, nowMs: number): number {
  const oldest = newestFirst[most - 1];
  return oldest === undefined ? 0 : oldest.created_at_ms + windowSeconds * 1000 - nowMs;
}

const codesUsedUp = limits.codesUsedUp.most;
const longestWaitMs = 60 * 60_000;
/** Codes are kept so long, and longer than any wait. */
export const spentWindowMs = 24 * 60 * 60_000;

/**
 * A requester who used up all attempts at three codes of a contact has to wait: a minute, then two, four … up to an hour; a day without
 * another one resets it. Other requesters do not wait.
 */
export async function spentCodesWaitMs(
  db: Kysely<Tables>,
  { organizationId, limitKey, requester: { address, device }, nowMs }: CodeRequest,
): Promise<number> {
  if (device === null && address === '') return 0;
  const bySome = db
    .selectFrom('otp_codes')
    .select('spent_at_ms')
    .where('organization_id', '=', organizationId)
    .where('limit_key', '=', limitKey)
    .where('spent_at_ms', '>', nowMs - spentWindowMs);
  const byThis =
    device === null
      ? bySome.where('device', 'is', null).where('requester', '=', address)
      : bySome.where('device', '=', device);
  const spent = (await byThis.execute()).map(({ spent_at_ms }) => spent_at_ms ?? 0);
  if (spent.length < codesUsedUp) return 0;
  return Math.max(...spent) + Math.min(longestWaitMs, 60_000 * 2 ** (spent.length - codesUsedUp)) - nowMs;
}
