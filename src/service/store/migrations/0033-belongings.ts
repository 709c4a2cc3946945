import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** What waits for votes, and each vote on it, belongs to what it was stamped by. Of what waits already it is the credential, if it is there. */
export function belongings(kind: StoreKind): Migration {
  const { text } = dialects[kind];
  const passkey =
    kind === 'sqlite'
      ? sql`json_extract(votes.signature, '$.credentialId')`
      : sql`(votes.signature::json ->> 'credentialId')`;
  const statements = [
    sql`alter table activities add column belongs_to ${text}`,
    sql`alter table votes add column belongs_to ${text}`,
    sql`update votes set belongs_to = (
        select case credentials.kind
          when 'SESSION_KEY' then 'login/' || coalesce(credentials.login_id, credentials.credential_id)
          else 'credential/' || credentials.credential_id end
        from credentials
        where credentials.organization_id = votes.organization_id
          and credentials.user_id = votes.user_id
          and credentials.lookup_key = case votes.scheme
            when 'SIGNATURE_SCHEME_TK_WEBAUTHN' then 'passkey/' || ${passkey}
            else votes.public_key end)
      where exists (select 1 from activities
        where activities.organization_id = votes.organization_id
          and activities.activity_id = votes.activity_id
          and activities.status = 'ACTIVITY_STATUS_CONSENSUS_NEEDED')`,
    sql`update activities set belongs_to = (
        select votes.belongs_to from votes
        where votes.organization_id = activities.organization_id
          and votes.activity_id = activities.activity_id
          and votes.user_id = activities.submitted_by)
      where status = 'ACTIVITY_STATUS_CONSENSUS_NEEDED'`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
