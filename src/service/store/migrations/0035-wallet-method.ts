import { type Migration, sql } from 'kysely';

/** Where somebody has signed up by a key alone, others still may: it is a method of the configuration from now on. */
export function walletMethod(): Migration {
  return {
    async up(db) {
      const { rows } = await sql<Configuration>`select config_id, settings from auth_proxy_configs where exists (
        select 1 from organizations
        join users on users.organization_id = organizations.organization_id
        join credentials on credentials.organization_id = users.organization_id and credentials.user_id = users.user_id
        where organizations.parent_id = auth_proxy_configs.organization_id and organizations.requester is not null
          and users.email_verified = 0 and users.phone_verified = 0
          and credentials.kind = 'API_KEY' and credentials.created_at_ms = organizations.created_at_ms
          and not exists (
            select 1 from credentials others where others.organization_id = organizations.organization_id
              and others.kind in ('PASSKEY', 'OAUTH_PROVIDER') and others.created_at_ms = organizations.created_at_ms))`.execute(
        db,
      );
      for (const { config_id, settings } of rows) {
        const stored = JSON.parse(settings) as { readonly allowedAuthMethods?: readonly string[] };
        const allowedAuthMethods = [...new Set([...(stored.allowedAuthMethods ?? ['email']), 'wallet'])];
        const changed = JSON.stringify({ ...stored, allowedAuthMethods });
        await sql`update auth_proxy_configs set settings = ${changed} where config_id = ${config_id}`.execute(db);
      }
    },
  };
}

type Configuration = { readonly config_id: string; readonly settings: string };
