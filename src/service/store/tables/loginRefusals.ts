import type { Expiring } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface LoginRefusalsTables {
  login_refusals: LoginRefusalsTable;
}

export const loginRefusalsMigrations: Migrations = {
  /** Refused logins, for whoever helps a person who cannot log in; and users by their ids, below a parent. */
  '0041-login-refusals':
    ({ sql, types: { text, bigint, strict } }) =>
    async (db) => {
      await sql`create table login_refusals (
        organization_id ${text} not null,
        subject ${text} not null,
        counted ${text} not null,
        refusals ${text} not null,
        expires_at_ms ${bigint} not null,
        primary key (organization_id, subject, counted)
      ) ${strict}`.execute(db);
      await sql`create index login_refusals_by_expiry on login_refusals (expires_at_ms)`.execute(db);
      await sql`create index users_by_user on users (parent_id, user_id) where parent_id is not null`.execute(db);
    },
};

export const loginRefusalsExpiring = [{ table: 'login_refusals', keptMs: 0 }] as const satisfies readonly Expiring<
  keyof LoginRefusalsTables
>[];

/** The last logins that were refused by a contact or a credential, and the last pages whose origin was refused. They say what happened, and nothing depends on them. */
interface LoginRefusalsTable {
  /** The parent. */
  organization_id: string;
  /** Keyed hash of the contact, as limits count it, or of what a stamp names the credential by; `origins` for pages. */
  subject: string;
  /** Whether it was the person's own device. Each has its own ten, so that strangers push out only strangers'. */
  counted: 'own' | 'strangers' | 'origins';
  /** JSON: the time in milliseconds since 1970, the refusal's code and the step of each, and a page's origin, newest first. */
  refusals: string;
  /** Seven days after the newest. */
  expires_at_ms: number;
}
