import type { Kysely } from 'kysely';
import type { Oauth2Credential, Oauth2Provider } from '../../../contract/oauth2.records.js';
import { refused } from '../../../contract/refusals.js';
import { timestampOf } from '../../../contract/timestamps.js';
import { oauth2AppsOf } from '../../configuration/oauth2Apps.js';
import type { Row, Tables } from '../../store/schema.js';
import { sealedColumns, sealedPlace } from '../../store/sealedColumns.js';

/** A credential as the wire has it. Its client secret is never returned. */
export const writeOauth2Credential = (row: Row<'oauth2_credentials'>): Oauth2Credential => ({
  oauth2CredentialId: row.credential_id,
  organizationId: row.organization_id,
  provider: row.provider,
  clientId: row.client_id,
  encryptedClientSecret: '[redacted]',
  createdAt: timestampOf(row.created_at_ms),
  updatedAt: timestampOf(row.updated_at_ms),
});

/** The credentials of an organization, oldest first: their ids are in the order of time. */
export const oauth2CredentialsOf = (db: Kysely<Tables>, organizationId: string): Promise<Row<'oauth2_credentials'>[]> =>
  db
    .selectFrom('oauth2_credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('credential_id')
    .execute();

/** @throws {RefusedError} OAUTH_CREDENTIAL_NOT_FOUND */
export async function oauth2CredentialBy(
  db: Kysely<Tables>,
  organizationId: string,
  credentialId: string,
): Promise<Row<'oauth2_credentials'>> {
  const found = await db
    .selectFrom('oauth2_credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  if (!found) throw refused('OAUTH_CREDENTIAL_NOT_FOUND');
  return found;
}

/** Where the client secret of a credential belongs. */
export const clientSecretPlace = (organizationId: string, credentialId: string) =>
  sealedPlace(sealedColumns.oauth2ClientSecret, organizationId, credentialId);

/** @throws {RefusedError} NAME_TAKEN where another credential of the organization is for that app */
export function checkOneEach(
  others: readonly Row<'oauth2_credentials'>[],
  { provider, clientId }: { readonly provider: Oauth2Provider; readonly clientId: string },
): void {
  if (others.some((other) => other.provider === provider && other.client_id === clientId))
    throw refused('NAME_TAKEN', { about: 'client id' });
}

/** Lets the auth proxy know of the organization's credentials as they are now. */
export async function updateProxyApps(db: Kysely<Tables>, organizationId: string): Promise<void> {
  const apps = await oauth2AppsOf(db, organizationId);
  await db
    .updateTable('auth_proxy_configs')
    .set({ oauth2_credentials: apps })
    .where('organization_id', '=', organizationId)
    .execute();
}
