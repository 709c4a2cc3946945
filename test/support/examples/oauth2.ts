import type * as oauth2 from '../../../src/contract/oauth2.js';
import { createOauth2Credential } from '../../../src/contract/oauth2.js';
import type * as queries from '../../../src/contract/oauth2.queries.js';
import { type ListOauth2CredentialsResponse, listOauth2Credentials } from '../../../src/contract/oauth2.queries.js';
import type * as testLogin from '../../../src/contract/testLogin.queries.js';
import { sealClientSecret } from '../../../src/crypto/clientSecret.js';
import { trustPublicKey } from '../../../src/service/configuration/trustKeys.js';
import { absentId } from '../parties.js';
import { ask, type Wired } from '../wire.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

/** A secret that no organization can open. */
const unreadable = '00'.repeat(100);

/** A new app. */
const app = () => ({ provider: 'OAUTH2_PROVIDER_X' as const, clientId: unique('client') });

/** The client secret, sealed to the key that an organization's clients pin. */
export async function sealedFor({ service }: Wired, organizationId: string): Promise<string> {
  const key = await service.tools.store.read(async (db) => {
    const organizations = db.selectFrom('organizations').selectAll().where('organization_id', '=', organizationId);
    return trustPublicKey(db, await organizations.executeTakeFirstOrThrow(), 'tls_fetcher_encrypt');
  });
  return sealClientSecret('client secret', key);
}

export const oauth2Resources = {
  /** A sub-organization has none. */
  oauth2CredentialId: {
    absent: absentId,
    make: async ({ test, root, parentId, done }: Maker) => {
      if (parentId !== null) return absentId;
      const list = await ask<ListOauth2CredentialsResponse>(test, root.key, listOauth2Credentials, {
        organizationId: root.organizationId,
      });
      // Returns an earlier one that was not deleted, because an organization has twenty at most.
      const last = list.oauth2Credentials.slice(3).at(-1);
      const encryptedClientSecret = await sealedFor(test, root.organizationId);
      return (last ?? (await done(createOauth2Credential, { ...app(), encryptedClientSecret }))).oauth2CredentialId;
    },
  },
  /** A client secret, sealed to the key of the organization, or its parent. */
  encryptedClientSecret: {
    absent: unreadable,
    make: ({ test, root }: Maker) => sealedFor(test, root.organizationId),
  },
};

const named = { inSub: 'OAUTH_CREDENTIAL_NOT_FOUND', ofForeign: 'OAUTH_CREDENTIAL_NOT_FOUND' } as const;

const tested = { provider: 'example', redirectUri: 'https://app.example.com/callback', nonce: '0'.repeat(64) };

export const oauth2Examples: Examples<typeof oauth2 & typeof queries & typeof testLogin> = {
  beginTestLogin: {
    request: () => ({ ...tested, state: 's'.repeat(43), codeChallenge: 'c'.repeat(43) }),
    inParent: 'METHOD_NOT_ENABLED',
    inSub: 'METHOD_NOT_ENABLED',
  },
  endTestLogin: {
    request: () => ({ ...tested, codeVerifier: 'v'.repeat(43), authCode: 'code' }),
    inParent: 'METHOD_NOT_ENABLED',
    inSub: 'METHOD_NOT_ENABLED',
  },
  oauth2Authenticate: {
    // Examples run without a public URL: the service issues no ID tokens.
    request: ({ oauth2CredentialId }) => ({
      oauth2CredentialId,
      authCode: 'code',
      redirectUri: 'https://app.example.com/callback',
      codeVerifier: 'v'.repeat(43),
      nonce: '0'.repeat(64),
    }),
    inParent: 'METHOD_NOT_ENABLED',
    inSub: 'METHOD_NOT_ENABLED',
  },
  createOauth2Credential: {
    // What another organization's is sealed for would be no id of it.
    request: () => ({ ...app(), encryptedClientSecret: unreadable }),
    inParent: 'CLIENT_SECRET_UNREADABLE',
    inSub: 'OAUTH_CREDENTIALS_NOT_HERE',
  },
  updateOauth2Credential: {
    request: ({ oauth2CredentialId, encryptedClientSecret }) => ({
      ...app(),
      oauth2CredentialId,
      encryptedClientSecret,
    }),
    ...named,
  },
  deleteOauth2Credential: {
    request: async ({ spare }) => ({ oauth2CredentialId: await spare('oauth2CredentialId') }),
    ...named,
  },
  getOauth2Credential: { request: ({ oauth2CredentialId }) => ({ oauth2CredentialId }), ...named },
  listOauth2Credentials: { request: () => ({}) },
};
