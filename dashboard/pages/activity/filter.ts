import {
  type ActivityRow,
  type ActivityStatus,
  createApiKeys,
  createAuthenticators,
  createPolicy,
  createSubOrganization,
  createUsers,
  createWallet,
  deletePolicy,
  deleteUsers,
  exportWallet,
  oauthLogin,
  otpLogin,
  signRawPayload,
  signTransaction,
  stampLogin,
  updateAuthProxyConfig,
  updatePolicy,
  updateRootQuorum,
} from 'latchkey/contract';

/** Which activities are shown, as the address has it. */
export type Filter = {
  readonly status: StatusName | undefined;
  /** As policies name it: `CREATE_POLICY`. */
  readonly kind: string | undefined;
  /** A sub-organization, instead of the organization. */
  readonly organization: string | undefined;
};

export type StatusName = keyof typeof statuses;

/** The states that can be asked for, by their names in the address. */
export const statuses = {
  completed: { words: 'Completed', status: 'ACTIVITY_STATUS_COMPLETED' },
  failed: { words: 'Failed', status: 'ACTIVITY_STATUS_FAILED' },
  waiting: { words: 'Waiting', status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' },
  rejected: { words: 'Rejected', status: 'ACTIVITY_STATUS_REJECTED' },
} as const satisfies Record<string, { readonly words: string; readonly status: ActivityStatus }>;

const rows: readonly ActivityRow[] = [
  stampLogin,
  otpLogin,
  oauthLogin,
  createSubOrganization,
  createUsers,
  deleteUsers,
  createApiKeys,
  createAuthenticators,
  createPolicy,
  updatePolicy,
  deletePolicy,
  updateRootQuorum,
  updateAuthProxyConfig,
  createWallet,
  exportWallet,
  signRawPayload,
  signTransaction,
];

/** The kinds that can be asked for, each with the types of all its versions. */
export const kinds: ReadonlyMap<string, readonly string[]> = new Map(
  rows.map(({ activityKind, versions }) => [activityKind, Object.values(versions).map(({ type }) => type)]),
);

/** What an address asks for. What it cannot ask for is left out. */
export function filterOf(search: URLSearchParams): Filter {
  const status = search.get('status') ?? '';
  const kind = search.get('kind') ?? '';
  return {
    status: isStatus(status) ? status : undefined,
    kind: kinds.has(kind) ? kind : undefined,
    organization: search.get('organization') ?? undefined,
  };
}

const isStatus = (name: string): name is StatusName => Object.hasOwn(statuses, name);

/** The same as an address has it: with its `?`, or empty. */
export function searchOf(filter: Filter): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, value);
  return search.size === 0 ? '' : `?${search}`;
}
