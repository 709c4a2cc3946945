import type { Kysely } from 'kysely';
import type { Row, Tables } from '../store/schema.js';

/** An OAuth 2.0 app of an organization, as its auth proxy's configuration knows it. */
export type Oauth2App = {
  readonly credentialId: string;
  readonly provider: Row<'oauth2_credentials'>['provider'];
  readonly clientId: string;
};

/** The apps that a configuration knows, oldest first. */
export const readOauth2Apps = ({
  oauth2_credentials,
}: Pick<Row<'auth_proxy_configs'>, 'oauth2_credentials'>): readonly Oauth2App[] =>
  JSON.parse(oauth2_credentials) as Oauth2App[];

/** The organization's apps as they are now, for its configuration. */
export async function oauth2AppsOf(db: Kysely<Tables>, organizationId: string): Promise<string> {
  const credentials = await db
    .selectFrom('oauth2_credentials')
    .select(['credential_id', 'provider', 'client_id'])
    .where('organization_id', '=', organizationId)
    .orderBy('credential_id')
    .execute();
  const apps: Oauth2App[] = credentials.map(({ credential_id, provider, client_id }) => ({
    credentialId: credential_id,
    provider,
    clientId: client_id,
  }));
  return JSON.stringify(apps);
}
