'use client';
import { useGetOrganizationConfigs } from './organizations.js';
import { useListPolicies } from './policies.js';

/** Whose approvals decide, and how many of them. */
export type Quorum = { readonly threshold: number; readonly userIds: readonly string[] };

/** The root quorum, where nothing else decides: an organization that has no policies. `undefined` where it has some, and until that is known. */
export function useSoleQuorum(): Quorum | undefined {
  const { data: { configs } = {} } = useGetOrganizationConfigs({}, lookAgain);
  const { data: { policies } = {} } = useListPolicies({}, lookAgain);
  return policies?.length === 0 ? configs?.quorum : undefined;
}

/** Others change both, too. */
const lookAgain = { refetchInterval: 60_000 } as const;
