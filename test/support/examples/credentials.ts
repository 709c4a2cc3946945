import type * as credentials from '../../../src/contract/credentials.js';
import { createApiKeys } from '../../../src/contract/credentials.js';
import type * as queries from '../../../src/contract/credentials.queries.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { absentId, apiKeyOf } from '../parties.js';
import type { Examples } from './example.js';
import type { Maker } from './resources.js';

/** Keys that expire, because a user may have any number of them. */
const freshKey = async () => ({ ...apiKeyOf(await createSigningKey()), expirationSeconds: '86400' });

export const credentialResources = {
  apiKeyId: {
    absent: absentId,
    make: async ({ done, userId }: Maker) => {
      const { apiKeyIds } = await done(createApiKeys, { userId, apiKeys: [await freshKey()] });
      return apiKeyIds[0] ?? '';
    },
  },
};

export const credentialExamples: Examples<typeof credentials & typeof queries> = {
  createApiKeys: {
    request: async ({ userId }) => ({ userId, apiKeys: [await freshKey()] }),
    ofForeign: 'USER_NOT_FOUND',
  },
  deleteApiKeys: {
    request: async ({ userId, spare }) => ({ userId, apiKeyIds: [await spare('apiKeyId', userId)] }),
    ofForeign: 'USER_NOT_FOUND',
  },
  getApiKey: { request: ({ apiKeyId }) => ({ apiKeyId }), ofForeign: 'API_KEY_NOT_FOUND' },
  getApiKeys: { request: ({ userId }) => ({ userId }), ofForeign: 'USER_NOT_FOUND' },
};
