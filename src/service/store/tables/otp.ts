import type { BytesColumn, Expiring, Flag, SealedColumn } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface OtpTables {
  otp_codes: OtpCodesTable;
  wrong_tries: WrongTriesTable;
  code_counts: CodeCountsTable;
  verification_tokens: VerificationTokensTable;
}

export const otpMigrations: Migrations = {};

export const otpSealed = {
  verificationToken: { table: 'otp_codes', column: 'sealed_token', id: 'otp_id', purpose: 'verification token' },
  codeTarget: { table: 'otp_codes', column: 'sealed_target', id: 'otp_id', purpose: 'code target' },
  session: { table: 'verification_tokens', column: 'sealed_session', id: 'token_id', purpose: 'session token' },
} as const satisfies Record<string, SealedColumn<keyof OtpTables>>;

/** Codes and tokens are kept for a while after they expire, so that late requests get the right refusal. */
const keptMs = 24 * 60 * 60_000;

export const otpExpiring = [
  { table: 'otp_codes', keptMs },
  { table: 'verification_tokens', keptMs },
  { table: 'wrong_tries', keptMs: 0 },
] as const satisfies readonly Expiring<keyof OtpTables>[];

interface OtpCodesTable {
  organization_id: string;
  otp_id: string;
  /**
   * What the code is for: a verification token, or a key (`otp_auth`). A `message` is no code, and opens nothing: what else was sent to
   * the contact stands here since it counts in the same limits.
   */
  purpose: 'verification' | 'key' | 'message';
  /** Whom the code of a key is for; `null` of others. */
  user_organization_id: string | null;
  user_id: string | null;
  otp_type: string;
  contact: string;
  /** What limits count the contact by: coarser than the contact. */
  limit_key: string;
  salt: string;
  code_hash: string;
  /** Characters. */
  length: number;
  alphanumeric: Flag;
  /** Keyed hash of the requesting client address, or the requester that a parent's backend names; empty without one. */
  requester: string;
  /** Hash of the id of the requesting device's token; `null` for a stranger. */
  device: string | null;
  tries: number;
  /** When the last of its tries was wrong. */
  spent_at_ms: number | null;
  expires_at_ms: number;
  retired: Flag;
  /** The token, or the key, that it was spent on. */
  verified_token_id: string | null;
  verified_public_key: string | null;
  /** The activity: a repeated request gets its answer. */
  verified_activity_id: string | null;
  sealed_token: BytesColumn | null;
  /** The private half of the key that the typed code is sealed to; `null` if it was requested without one. */
  sealed_target: BytesColumn | null;
  /** The language of its message; `null` if none was requested. */
  language: string | null;
  created_at_ms: number;
}

/** Wrong tries at the codes of a contact. */
interface WrongTriesTable {
  organization_id: string;
  /** What limits count the contact by. */
  limit_key: string;
  /** The account of attempts: `strangers`, `devices` (all together) or `device <hash of its id>`. */
  counted: string;
  /** JSON: when each of the last ones was, in milliseconds since 1970, newest first; as many as the budget has. */
  times: string;
  /** 30 days after the newest. */
  expires_at_ms: number;
}

/** How many codes went out within the last hour, of those that a cap counts together: see `hourCounts.ts`. */
interface CodeCountsTable {
  organization_id: string;
  counter: string;
  /** A high count is spread over several. */
  part: number;
  /** JSON: for each minute that had any, its first and how many. */
  slices: string;
}

interface VerificationTokensTable {
  organization_id: string;
  token_id: string;
  otp_type: string;
  contact: string;
  /** Its code's. */
  language: string | null;
  public_key: string | null;
  expires_at_ms: number;
  signed_up_organization_id: string | null;
  /** JSON. */
  signed_up_answer: string | null;
  signed_up_activity_id: string | null;
  login_public_key: string | null;
  login_organization_id: string | null;
  login_activity_id: string | null;
  sealed_session: BytesColumn | null;
  ended_at_ms: number | null;
  created_at_ms: number;
}
