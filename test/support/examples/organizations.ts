import type * as organizations from '../../../src/contract/organizations.js';
import type * as queries from '../../../src/contract/organizations.queries.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { apiKeyOf } from '../parties.js';
import type { Examples } from './example.js';

export const organizationExamples: Examples<typeof organizations & typeof queries> = {
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
  listSuborgs: { request: () => ({}) },
  listVerifiedSuborgs: { request: () => ({ filterType: 'EMAIL', filterValue: 'ada@example.com' }) },
};
