import type { Tables } from './schema.js';

/** A column that is sealed: a row's ciphertext belongs to its organization, its `id`, and the `purpose`, and opens nowhere else. */
export type SealedColumn = {
  readonly table: keyof Tables;
  readonly column: string;
  /** What comes after the organization in the table's key. */
  readonly id: string;
  readonly purpose: string;
};

/**
 * Every column that is sealed under the master keys. A new one is written here and nowhere else: what seals and opens it, and
 * `latchkey reseal` and `latchkey check`, all read it off this list.
 */
export const sealedColumns = {
  trustKey: { table: 'trust_keys', column: 'sealed_key', id: 'purpose', purpose: 'trust key' },
  walletSeed: { table: 'wallets', column: 'sealed_seed', id: 'wallet_id', purpose: 'wallet seed' },
  accountKey: { table: 'wallet_accounts', column: 'sealed_key', id: 'wallet_account_id', purpose: 'account key' },
  activityResult: {
    table: 'sealed_answers',
    column: 'sealed_result',
    id: 'activity_id',
    purpose: 'activity result',
  },
  activityParameters: {
    table: 'sealed_answers',
    column: 'sealed_parameters',
    id: 'activity_id',
    purpose: 'activity parameters',
  },
  verificationToken: { table: 'otp_codes', column: 'sealed_token', id: 'otp_id', purpose: 'verification token' },
  session: { table: 'verification_tokens', column: 'sealed_session', id: 'token_id', purpose: 'session token' },
  message: { table: 'outbox', column: 'sealed_message', id: 'message_id', purpose: 'outbox' },
} as const satisfies Record<string, SealedColumn>;

/** The one column that is sealed to the proxy's keys instead. */
export const proxyKeyColumn = {
  table: 'auth_proxy_configs',
  column: 'sealed_proxy_key',
  id: 'config_id',
} as const satisfies Omit<SealedColumn, 'purpose'>;

/** The place that a row's ciphertext belongs to. */
export const sealedPlace = ({ purpose }: Pick<SealedColumn, 'purpose'>, organizationId: string, id: string) => ({
  organizationId,
  purpose,
  id,
});
