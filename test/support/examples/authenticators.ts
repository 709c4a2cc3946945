import type * as authenticators from '../../../src/contract/authenticators.js';
import { createAuthenticators } from '../../../src/contract/authenticators.js';
import type * as queries from '../../../src/contract/authenticators.queries.js';
import { absentId } from '../parties.js';
import { createPasskey } from '../passkey.js';
import type { Examples } from './example.js';
import type { Maker } from './resources.js';

const freshPasskey = async () => (await createPasskey()).register();

export const authenticatorResources = {
  authenticatorId: {
    absent: absentId,
    make: async ({ done, userId }: Maker) => {
      const { authenticatorIds } = await done(createAuthenticators, {
        userId,
        authenticators: [await freshPasskey()],
      });
      return authenticatorIds[0] ?? '';
    },
  },
};

export const authenticatorExamples: Examples<typeof authenticators & typeof queries> = {
  createAuthenticators: {
    request: async ({ userId }) => ({ userId, authenticators: [await freshPasskey()] }),
    ofForeign: 'USER_NOT_FOUND',
  },
  deleteAuthenticators: {
    request: async ({ userId, spare }) => ({ userId, authenticatorIds: [await spare('authenticatorId', userId)] }),
    ofForeign: 'USER_NOT_FOUND',
  },
  getAuthenticator: {
    request: ({ authenticatorId }) => ({ authenticatorId }),
    ofForeign: 'AUTHENTICATOR_NOT_FOUND',
  },
  getAuthenticators: { request: ({ userId }) => ({ userId }), ofForeign: 'USER_NOT_FOUND' },
};
