import type * as oauth from '../../../src/contract/oauth.js';
import { deleteOauthProviders } from '../../../src/contract/oauth.js';
import type * as queries from '../../../src/contract/oauth.queries.js';
import { type GetOauthProvidersResponse, getOauthProviders } from '../../../src/contract/oauth.queries.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { addProvider } from '../../../src/service/coordinator/records/oauth.js';
import { absentId, done, type Party } from '../parties.js';
import { ask, type Wired } from '../wire.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

const unreadable = [{ providerName: 'Example ID', oidcToken: 'x.y.z' }];

export const oauthResources = {
  providerId: {
    absent: absentId,
    // Examples run without an issuer, so that no token can prove an identity.
    make: async ({ test, root, parentId, userId }: Maker) => {
      await makeRoom(test, root, userId);
      const { tools } = test.service;
      const organization = { organization_id: root.organizationId, parent_id: parentId };
      const identity = { issuer: 'https://id.example.com', audience: 'client', subject: unique('subject') };
      return tools.store.transaction((transaction) =>
        addProvider(
          tools,
          transaction,
          { organization, userId, loginId: null, nowMs: test.clock() },
          { providerName: 'Example ID', ...identity },
        ),
      );
    },
  },
};

/** Deletes the older ones if there are more than five, because a user may have ten. */
async function makeRoom(test: Wired, root: Party, userId: string): Promise<void> {
  const { organizationId } = root;
  const held = await ask<GetOauthProvidersResponse>(test, root.key, getOauthProviders, { organizationId, userId });
  const providerIds = held.oauthProviders.slice(0, -5).map(({ providerId }) => providerId);
  if (providerIds.length > 0) await done(test, root, deleteOauthProviders, { userId, providerIds });
}

export const oauthExamples: Examples<typeof oauth & typeof queries> = {
  oauthLogin: {
    request: async () => ({ oidcToken: 'x.y.z', publicKey: (await createSigningKey()).publicKey }),
    inParent: 'OIDC_TOKEN_MALFORMED',
    inSub: 'OIDC_TOKEN_MALFORMED',
  },
  createOauthProviders: {
    request: ({ userId }) => ({ userId, oauthProviders: unreadable }),
    inParent: 'OIDC_TOKEN_MALFORMED',
    inSub: 'OIDC_TOKEN_MALFORMED',
    ofForeign: 'USER_NOT_FOUND',
  },
  deleteOauthProviders: {
    request: async ({ userId, spare }) => ({ userId, providerIds: [await spare('providerId', userId)] }),
    ofForeign: 'USER_NOT_FOUND',
  },
  getOauthProviders: { request: ({ userId }) => ({ userId }), ofForeign: 'USER_NOT_FOUND' },
};
