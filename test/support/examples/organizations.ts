import type * as organizations from '../../../src/contract/organizations.js';
import { createSubOrganization } from '../../../src/contract/organizations.js';
import type * as queries from '../../../src/contract/organizations.queries.js';
import type * as subOrganizations from '../../../src/contract/subOrganizations.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { absentId, apiKeyOf } from '../parties.js';
import type { Examples } from './example.js';
import type { Maker } from './resources.js';

export const organizationResources = {
  /** A member of the root quorum, whom no example removes. */
  rootUserId: { absent: absentId, make: async ({ root }: Maker) => root.userId },
  /** Below a parent; a sub-organization has none. */
  suspendedId: {
    absent: absentId,
    make: async ({ done, parentId }: Maker) => {
      if (parentId !== null) return absentId;
      const apiKeys = [apiKeyOf(await createSigningKey())];
      const rootUsers = [{ userName: 'Root', apiKeys, authenticators: [], oauthProviders: [] }];
      const request = { subOrganizationName: 'Suspended', rootUsers, rootQuorumThreshold: 1 };
      return (await done(createSubOrganization, request)).subOrganizationId;
    },
  },
};

export const organizationExamples: Examples<typeof organizations & typeof subOrganizations & typeof queries> = {
  createSubOrganization: {
    request: async () => {
      const apiKeys = [apiKeyOf(await createSigningKey())];
      return {
        subOrganizationName: 'Sub',
        rootUsers: [{ userName: 'Root', apiKeys, authenticators: [], oauthProviders: [] }],
        rootQuorumThreshold: 1,
      };
    },
    inSub: 'SUB_ORGANIZATION_NESTED',
  },
  // What is there holds a wallet that was never exported, and so stays.
  deleteSubOrganization: { request: () => ({}), inParent: 'SUB_ORGANIZATION_REQUIRED', inSub: 'NOT_EXPORTED' },
  getOrganizationConfigs: { request: () => ({}) },
  removeOrganizationFeature: { request: () => ({ name: 'FEATURE_NAME_SMS_AUTH' }) },
  setOrganizationFeature: {
    request: () => ({ name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value: 'https://app.example.com' }),
  },
  suspendSubOrganization: {
    request: ({ suspendedId }) => ({ subOrganizationId: suspendedId, reason: 'a stolen phone' }),
    inSub: 'ORGANIZATION_NOT_FOUND',
    ofForeign: 'ORGANIZATION_NOT_FOUND',
  },
  resumeSubOrganization: {
    request: ({ suspendedId }) => ({ subOrganizationId: suspendedId }),
    inSub: 'ORGANIZATION_NOT_FOUND',
    ofForeign: 'ORGANIZATION_NOT_FOUND',
  },
  updateOrganizationName: { request: () => ({ organizationName: 'Renamed' }) },
  updateRootQuorum: {
    request: ({ rootUserId }) => ({ threshold: 1, userIds: [rootUserId] }),
    ofForeign: 'USER_NOT_FOUND',
  },
  listSuborgs: { request: () => ({}) },
  listVerifiedSuborgs: { request: () => ({ filterType: 'EMAIL', filterValue: 'ada@example.com' }) },
};
