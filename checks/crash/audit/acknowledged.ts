import { readVerificationToken } from '../../../src/crypto/tokens.js';
import { type Entry, fingerprintOf, type Sent } from '../../../test/support/live/ledger.js';
import type { Contents } from './contents.js';
import { key } from './keys.js';
import { answeredProofFaults } from './proofs.js';
import { deletedOrganizations } from './resources.js';

/** Compares the ledger with the database: a sentence for each acknowledged request whose effect is missing or different. */
export function acknowledgedFaults(acknowledged: readonly Entry[], contents: Contents): string[] {
  const rows = rowsOf(contents);
  const faults = acknowledged.flatMap((entry) => {
    const fault = faultOf(entry, rows);
    return fault === undefined ? [] : [`acknowledged, and ${fault}: ${entry.kind} ${entry.answer.text.slice(0, 200)}`];
  });
  return [...faults, ...answeredProofFaults(acknowledged, contents)];
}

/** How many of the requests without an answer took effect. */
export function countEffects(unanswered: Iterable<Sent>, contents: Contents): { done: number; absent: number } {
  const { statuses } = rowsOf(contents);
  const activities = [...unanswered].filter((sent) => sent.organizationId !== undefined);
  const done = activities.filter((sent) => statuses.has(placeOf(sent))).length;
  return { done, absent: activities.length - done };
}

type Rows = {
  /** Activities by organization and id. */
  readonly statuses: ReadonlyMap<string, string>;
  readonly ids: ReadonlySet<string>;
  /** Those of all activities: the one that deletes an organization is in its parent's record. */
  readonly fingerprints: ReadonlySet<string>;
  /** Deleted organizations, whose records were deleted with them. */
  readonly deleted: ReadonlySet<string>;
};

function rowsOf({ activities, organizations, wallets, otp_codes, verification_tokens, credentials }: Contents): Rows {
  const statuses = activities.map((row) => [key(row.organization_id, row.fingerprint), row.status] as const);
  return {
    statuses: new Map(statuses),
    fingerprints: new Set(activities.map(({ fingerprint }) => fingerprint)),
    deleted: new Set(deletedOrganizations(activities)),
    ids: new Set([
      ...organizations.map((row) => row.organization_id),
      ...wallets.map((row) => row.wallet_id),
      ...otp_codes.map((row) => row.otp_id),
      ...verification_tokens.map((row) => row.token_id),
      ...credentials.map((row) => row.public_key),
    ]),
  };
}

function faultOf(entry: Entry, { statuses, ids, fingerprints, deleted }: Rows): string | undefined {
  const { status, text } = entry.answer;
  if (entry.kind === 'delete_sub_organization' && status === 200)
    return fingerprints.has(fingerprintOf(entry.body)) ? undefined : 'not there';
  if (deleted.has(entry.organizationId ?? '')) return undefined;
  if (entry.organizationId !== undefined) {
    const found = statuses.get(placeOf(entry));
    // A vote that comes after the decision is refused without a record.
    if (text.includes('"NOT_AUTHORIZED"')) return found === undefined ? undefined : `refused, and now ${found}`;
    if (found === undefined) return 'not there';
    if (status !== 200) return found === 'ACTIVITY_STATUS_FAILED' ? undefined : `now ${found}`;
    const answered = (JSON.parse(text) as { activity: { status: string } }).activity.status;
    return found === answered || isOpen(answered) ? undefined : `answered ${answered}, now ${found}`;
  }
  if (status !== 200) return undefined; // the client of the auth proxy does not know the activity
  const missing = namedIn(entry, JSON.parse(text)).filter((id) => !ids.has(id));
  return missing.length === 0 ? undefined : `without its effect ${missing.join(', ')}`;
}

/** The rows that must exist after an answer of the auth proxy. */
function namedIn({ kind, publicKey = '' }: Entry, answer: Record<string, unknown>): string[] {
  if (kind === 'otp_init') return [String(answer.otpId)];
  if (kind === 'otp_verify') return [readVerificationToken(String(answer.verificationToken)).id];
  if (kind === 'otp_login') return [publicKey];
  if (kind === 'signup') return [String(answer.organizationId), (answer.wallet as { walletId: string }).walletId];
  throw new Error(`The audit does not know the effect of ${kind}.`);
}

/** An activity whose status may still change. */
export const isOpen = (status: string): boolean =>
  status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' || status === 'ACTIVITY_STATUS_PENDING';

const placeOf = ({ organizationId = '', body }: Sent): string => key(organizationId, fingerprintOf(body));
