import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/**
 * Codes and tokens know the activity that used them, so that a repeat is answered by it; and the activities of the auth proxy's
 * user are found when their time is over, those that are there already, too.
 */
export function record(kind: StoreKind): Migration {
  const { text } = dialects[kind];
  const statements = [
    sql`alter table otp_codes add column verified_activity_id ${text}`,
    sql`alter table verification_tokens add column signed_up_activity_id ${text}`,
    sql`alter table verification_tokens add column login_activity_id ${text}`,
    sql`alter table activities add column contact ${text}`,
    sql`alter table activities add column proxy_organization_id ${text}`,
    sql`update activities set proxy_organization_id =
      (select organization_id from auth_proxy_configs where proxy_user_id = activities.submitted_by)
      where submitted_by in (select proxy_user_id from auth_proxy_configs)`,
    sql`create index activities_by_retention on activities (proxy_organization_id, status, created_at_ms)
      where proxy_organization_id is not null`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
