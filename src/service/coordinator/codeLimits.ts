import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../contract/authProxy.js';
import type { OtpType } from '../../contract/contact.js';
import type { Row, Tables } from '../store/schema.js';

/** Who asks for a code to be sent where. */
export type CodeRequest = {
  readonly organizationId: string;
  readonly otpType: OtpType;
  readonly contact: string;
  /** Keyed hash of the client's address; the empty string where none is known. */
  readonly asker: string;
  readonly nowMs: number;
};

type Limits = Pick<AuthProxySettings, 'codesPerContactAndAddress' | 'codesPerContact' | 'codesPerAddress'>;

/**
 * Holds sending and guessing within bounds. Whoever asks, and whether or not the contact is known, the answer is the same.
 *
 * @returns milliseconds to wait until the next code; 0 or less: none.
 */
export async function codeWaitMs(db: Kysely<Tables>, request: CodeRequest, limits: Limits): Promise<number> {
  const sent = await recentCodes(db, request, limits);
  const waits = [
    ...sent.map(({ times, limit }) => windowWaitMs(times, limit, request.nowMs)),
    await guessingWaitMs(db, request),
  ];
  return Math.max(...waits);
}

type Limit = Limits['codesPerContact'];
type Sent = { readonly times: readonly number[]; readonly limit: Limit };

async function recentCodes(
  db: Kysely<Tables>,
  { organizationId, contact, asker, nowMs }: CodeRequest,
  { codesPerContactAndAddress, codesPerContact, codesPerAddress }: Limits,
): Promise<Sent[]> {
  const to = await db
    .selectFrom('otp_codes')
    .select(['created_at_ms', 'asker'])
    .where('organization_id', '=', organizationId)
    .where('contact', '=', contact)
    .where('created_at_ms', '>', nowMs - windowOf(codesPerContact, codesPerContactAndAddress))
    .orderBy('created_at_ms', 'desc')
    .execute();
  const from = await db
    .selectFrom('otp_codes')
    .select('created_at_ms')
    .where('organization_id', '=', organizationId)
    .where('asker', '=', asker)
    .where('created_at_ms', '>', nowMs - windowOf(codesPerAddress))
    .orderBy('created_at_ms', 'desc')
    .limit(codesPerAddress.most)
    .execute();
  const times = (rows: readonly { created_at_ms: number }[]) => rows.map((row) => row.created_at_ms);
  return [
    { times: times(to.filter((code) => code.asker === asker)), limit: codesPerContactAndAddress },
    { times: times(to), limit: codesPerContact },
    ...(asker === '' ? [] : [{ times: times(from), limit: codesPerAddress }]),
  ];
}

const windowOf = (...limits: Limit[]): number => Math.max(...limits.map(({ windowSeconds }) => windowSeconds * 1000));

/** Until the oldest of the last `most` sends leaves the window. */
function windowWaitMs(newestFirst: readonly number[], { most, windowSeconds }: Limit, nowMs: number): number {
  const oldest = newestFirst[most - 1];
  return oldest === undefined ? 0 : oldest + windowSeconds * 1000 - nowMs;
}

const waitFrom = 10;
const restFrom = 100;
const longestWaitMs = 15 * 60_000;
const restMs = 24 * 60 * 60_000;

/**
 * Wrong tries since the last login outlive the codes they were made on: from the 10th on the next code waits longer with
 * each, up to 15 minutes; from the 100th on the contact's codes rest for a day, by e-mail as by text message.
 *
 * @see NIST SP 800-63B-4, 3.2.2
 */
async function guessingWaitMs(
  db: Kysely<Tables>,
  { organizationId, otpType, contact, nowMs }: CodeRequest,
): Promise<number> {
  const failures = await failuresOf(db, { organizationId, otpType, contact });
  if (!failures || failures.wrong_count < waitFrom) return 0;
  const waitMs = rests(failures)
    ? restMs
    : Math.min(longestWaitMs, 30_000 * 2 ** Math.min(10, failures.wrong_count - waitFrom));
  return failures.last_wrong_at_ms + waitMs - nowMs;
}

/** Whether the contact's codes rest: those already sent are not compared either, so that no guess follows the hundredth. */
export async function isResting(db: Kysely<Tables>, { nowMs, ...contact }: Guess): Promise<boolean> {
  const failures = await failuresOf(db, contact);
  return failures !== undefined && rests(failures) && failures.last_wrong_at_ms + restMs > nowMs;
}

const rests = ({ wrong_count }: Row<'contact_failures'>): boolean => wrong_count >= restFrom;

function failuresOf(
  db: Kysely<Tables>,
  { organizationId, otpType, contact }: Omit<Guess, 'nowMs'>,
): Promise<Row<'contact_failures'> | undefined> {
  return db
    .selectFrom('contact_failures')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('otp_type', '=', otpType)
    .where('contact', '=', contact)
    .executeTakeFirst();
}

/** Counts a wrong try against the contact. */
export async function countWrongTry(
  db: Kysely<Tables>,
  { organizationId, otpType, contact, nowMs }: Guess,
): Promise<void> {
  await db
    .insertInto('contact_failures')
    .values({ organization_id: organizationId, otp_type: otpType, contact, wrong_count: 1, last_wrong_at_ms: nowMs })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'otp_type', 'contact']).doUpdateSet((failures) => ({
        wrong_count: failures('contact_failures.wrong_count', '+', 1),
        last_wrong_at_ms: nowMs,
      })),
    )
    .execute();
}

/** A login of the contact's holder, or the word of a root user, lifts what wrong tries have built up. */
export async function forgiveWrongTries(
  db: Kysely<Tables>,
  { organizationId, otpType, contact }: Omit<Guess, 'nowMs'>,
): Promise<void> {
  await db
    .deleteFrom('contact_failures')
    .where('organization_id', '=', organizationId)
    .where('otp_type', '=', otpType)
    .where('contact', '=', contact)
    .execute();
}

type Guess = {
  readonly organizationId: string;
  readonly otpType: string;
  readonly contact: string;
  readonly nowMs: number;
};
