import type * as queries from '../../../src/contract/users.queries.js';
import { absentId, makeMember } from '../parties.js';
import type { Examples } from './example.js';
import type { Maker } from './resources.js';

export const userResources = {
  /** Somebody else of the organization, whose keys come and go without touching those of the root users. */
  userId: {
    absent: absentId,
    make: async ({ test, root: { organizationId }, parentId }: Maker) =>
      (await makeMember(test, organizationId, parentId, 'Clerk')).userId,
  },
};

export const userExamples: Examples<typeof queries> = {
  getUser: { request: ({ userId }) => ({ userId }), ofForeign: 'USER_NOT_FOUND' },
  whoami: { request: () => ({}) },
};
