import type * as authenticators from '../../../src/contract/authenticators.js';
import { createAuthenticators, deleteAuthenticators } from '../../../src/contract/authenticators.js';
import type * as queries from '../../../src/contract/authenticators.queries.js';
import { getAuthenticators } from '../../../src/contract/authenticators.queries.js';
import { absentId, done, type Party } from '../parties.js';
import { createPasskey } from '../passkey.js';
import { ask, type Wired } from '../wire.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

const freshPasskey = async () => (await createPasskey()).register();

export const authenticatorResources = {
  authenticatorId: {
    absent: absentId,
    make: async ({ test, root, done: make, userId }: Maker) => {
      await makeRoom(test, root, userId);
      const { authenticatorIds } = await make(createAuthenticators, {
        userId,
        authenticators: [await freshPasskey()],
      });
      return authenticatorIds[0] ?? '';
    },
  },
};

/** Deletes the older ones if there are more than five, because a user may have ten. */
async function makeRoom(test: Wired, root: Party, userId: string): Promise<void> {
  const { organizationId } = root;
  const held = await ask<{ authenticators: { authenticatorId: string }[] }>(test, root.key, getAuthenticators, {
    organizationId,
    userId,
  });
  const authenticatorIds = held.authenticators.slice(0, -5).map(({ authenticatorId }) => authenticatorId);
  if (authenticatorIds.length > 0) await done(test, root, deleteAuthenticators, { userId, authenticatorIds });
}

export const authenticatorExamples: Examples<typeof authenticators & typeof queries> = {
  createAuthenticators: {
    request: async ({ userId }) => ({ userId, authenticators: [await freshPasskey()] }),
    ofForeign: 'USER_NOT_FOUND',
  },
  deleteAuthenticators: {
    request: async ({ userId, spare }) => ({ userId, authenticatorIds: [await spare('authenticatorId', userId)] }),
    ofForeign: 'USER_NOT_FOUND',
  },
  updateAuthenticator: {
    request: async ({ userId, spare }) => ({
      userId,
      authenticatorId: await spare('authenticatorId', userId),
      authenticatorName: unique('Passkey'),
    }),
    ofForeign: 'USER_NOT_FOUND',
  },
  getAuthenticator: {
    request: ({ authenticatorId }) => ({ authenticatorId }),
    ofForeign: 'AUTHENTICATOR_NOT_FOUND',
  },
  getAuthenticators: { request: ({ userId }) => ({ userId }), ofForeign: 'USER_NOT_FOUND' },
};
