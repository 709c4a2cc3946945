import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import type { IssuerSettings, Oauth2App } from '../identity/issuers.js';
import type { Row, Tables } from '../store/schema.js';
import { authProxyConfigOf, readSettings } from './authProxyConfigs.js';
import { defaultSettings } from './authProxySettings.js';

/** The issuers that a configuration, and the credentials of its organization, name. */
export const issuersIn = (
  configuration: Pick<Row<'auth_proxy_configs'>, 'organization_id' | 'oauth2_credentials'>,
  { oauthClientIds, oidcIssuers }: AuthProxySettings,
): IssuerSettings => ({
  oauthClientIds,
  oidcIssuers,
  organizationId: configuration.organization_id,
  oauth2Apps: readOauth2Apps(configuration),
});

/** The issuers whose tokens an organization accepts: those of its parent's configuration, or its own. */
export async function issuersFor(
  db: Kysely<Tables>,
  { organization_id, parent_id }: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>,
): Promise<IssuerSettings> {
  const configuration = await authProxyConfigOf(db, parent_id ?? organization_id);
  return configuration ? issuersIn(configuration, readSettings(configuration)) : noIssuers;
}

/** Where nothing was ever configured. */
const noIssuers: IssuerSettings = {
  oauthClientIds: defaultSettings.oauthClientIds,
  oidcIssuers: defaultSettings.oidcIssuers,
  organizationId: '',
  oauth2Apps: [],
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
