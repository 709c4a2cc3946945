import type * as loginState from '../../../src/contract/loginState.queries.js';
import type * as contacts from '../../../src/contract/userContacts.js';
import type * as users from '../../../src/contract/users.js';
import type * as queries from '../../../src/contract/users.queries.js';
import type * as tags from '../../../src/contract/userTags.js';
import { createUserTag } from '../../../src/contract/userTags.js';
import { absentId, makeMember } from '../parties.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

export const userResources = {
  /** Another user of the organization, for examples that create and delete keys. */
  userId: {
    absent: absentId,
    make: async ({ test, root: { organizationId }, parentId }: Maker) =>
      (await makeMember(test, organizationId, parentId, unique('Clerk'))).userId,
  },
  userTagId: {
    absent: absentId,
    make: async ({ done }: Maker) => (await done(createUserTag, { userTagName: unique('Tag'), userIds: [] })).userTagId,
  },
};

const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };
const token = { verificationToken: 'x.y.z' };
const noToken = { inParent: 'VERIFICATION_TOKEN_INVALID', inSub: 'VERIFICATION_TOKEN_INVALID' } as const;

// Deletion examples name no existing user or resource: other examples need them.
export const userExamples: Examples<typeof users & typeof contacts & typeof tags & typeof queries & typeof loginState> =
  {
    createUsers: {
      request: ({ userTagId }) => ({ users: [{ userName: unique('User'), userTags: [userTagId], ...lists }] }),
      ofForeign: 'TAG_NOT_FOUND',
    },
    updateUser: { request: ({ userId }) => ({ userId }), ofForeign: 'USER_NOT_FOUND' },
    updateUserEmail: {
      request: ({ userId }) => ({ userId, userEmail: 'ada@example.com', ...token }),
      ...noToken,
      ofForeign: 'USER_NOT_FOUND',
    },
    updateUserName: {
      request: ({ userId }) => ({ userId, userName: unique('Name') }),
      ofForeign: 'USER_NOT_FOUND',
    },
    updateUserPhoneNumber: {
      request: ({ userId }) => ({ userId, userPhoneNumber: '+14155550100', ...token }),
      ...noToken,
      ofForeign: 'USER_NOT_FOUND',
    },
    deleteUsers: {
      request: () => ({ userIds: [absentId] }),
      inParent: 'USER_NOT_FOUND',
      inSub: 'USER_NOT_FOUND',
      ofForeign: 'USER_NOT_FOUND',
    },
    createUserTag: {
      request: ({ userId }) => ({ userTagName: unique('Tag'), userIds: [userId] }),
      ofForeign: 'USER_NOT_FOUND',
    },
    updateUserTag: {
      request: ({ userTagId }) => ({ userTagId, addUserIds: [], removeUserIds: [] }),
      ofForeign: 'TAG_NOT_FOUND',
    },
    deleteUserTags: {
      request: () => ({ userTagIds: [absentId] }),
      inParent: 'TAG_NOT_FOUND',
      inSub: 'TAG_NOT_FOUND',
      ofForeign: 'TAG_NOT_FOUND',
    },
    getUser: { request: ({ userId }) => ({ userId }), ofForeign: 'USER_NOT_FOUND' },
    getLoginState: { request: ({ userId }) => ({ userId }), ofForeign: 'USER_NOT_FOUND' },
    listUsers: { request: () => ({}) },
    listUserTags: { request: () => ({}) },
    searchUsers: { request: ({ userId }) => ({ query: userId }) },
    whoami: { request: () => ({}) },
  };
