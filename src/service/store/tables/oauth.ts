import type { Expiring } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface OauthTables {
  oidc_token_uses: OidcTokenUsesTable;
}

export const oauthMigrations: Migrations = {};

export const oauthExpiring = [{ table: 'oidc_token_uses', keptMs: 0 }] as const satisfies readonly Expiring<
  keyof OauthTables
>[];

/** What OIDC tokens were used for, so that the same token gets the same answer again. */
interface OidcTokenUsesTable {
  organization_id: string;
  /** Hash of the use, the key and the token. */
  use_hash: string;
  activity_id: string;
  /** JSON, of a sign-up. */
  answer: string | null;
  /** With the token. */
  expires_at_ms: number;
}
