import type {
  CreatePoliciesParameters,
  DeletePolicyParameters,
  UpdatePolicyParameters,
} from '../../contract/policies.js';
import type { Policy } from '../../contract/policies.records.js';
import { forTerminal } from './forTerminal.js';
import { filled, type WrittenPolicy, written } from './policyFile.js';

/** One activity of what has to be done. What changes a policy, or deletes it, names the revision that was looked at, where it has one. */
export type PolicyStep =
  | { readonly does: 'create'; readonly parameters: CreatePoliciesParameters }
  | { readonly does: 'update'; readonly parameters: UpdatePolicyParameters }
  | { readonly does: 'delete'; readonly parameters: DeletePolicyParameters };

/** What is done to one policy. */
export type PolicyChange =
  | ({ readonly does: 'create' } & Pick<Policy, 'policyName' | 'effect'>)
  | ({ readonly does: 'update'; readonly members: readonly Member[] } & Pick<Policy, 'policyName' | 'policyId'>)
  | ({ readonly does: 'delete' } & Pick<Policy, 'policyName' | 'policyId'>);

/** What an organization lacks to have the policies of a file, and no others. */
export type PolicyChanges = {
  /** What is newly denied first, then what is allowed no longer, updates, what is newly allowed, and denials that end last. */
  readonly changes: readonly PolicyChange[];
  /** The same as activities, in that order. */
  readonly steps: readonly PolicyStep[];
};

/** Policies are the same by their names. */
export function policyChanges(now: readonly Policy[], wanted: readonly WrittenPolicy[]): PolicyChanges {
  const nowNamed = new Map(now.map((policy) => [policy.policyName, policy]));
  const wantedNames = new Set(wanted.map(({ policyName }) => policyName));
  const created = wanted.filter(({ policyName }) => !nowNamed.has(policyName));
  const [denies, allows] = [created.filter(isDeny), created.filter((policy) => !isDeny(policy))];
  const updates = wanted
    .flatMap((policy) => {
      const before = nowNamed.get(policy.policyName);
      const changed = before ? changedIn(written(before), policy) : [];
      return before && changed.length > 0 ? [{ ...policy, changed, before }] : [];
    })
    .sort((one, next) => Number(isDeny(next)) - Number(isDeny(one)));
  const newlyDenied = updates.filter(isNewlyDenied);
  const otherwise = updates.filter((update) => !isNewlyDenied(update));
  const gone = now.filter(({ policyName }) => !wantedNames.has(policyName));
  const [goneDenies, goneAllows] = [gone.filter(isDeny), gone.filter((policy) => !isDeny(policy))];
  return {
    changes: [
      ...denies.map(asCreated),
      ...newlyDenied.map(asUpdated),
      ...goneAllows.map(asDeleted),
      ...otherwise.map(asUpdated),
      ...allows.map(asCreated),
      ...goneDenies.map(asDeleted),
    ],
    steps: [
      ...creation(denies),
      ...newlyDenied.map(updateOf),
      ...goneAllows.map(deletionOf),
      ...otherwise.map(updateOf),
      ...creation(allows),
      ...goneDenies.map(deletionOf),
    ],
  };
}

/** For a person: `+ deny "Frozen"`, `~ "Small payments": condition`, `- "Old"`. */
export function lineOfChange(change: PolicyChange): string {
  const name = forTerminal(JSON.stringify(change.policyName));
  switch (change.does) {
    case 'create':
      return `+ ${isDeny(change) ? 'deny' : 'allow'} ${name}`;
    case 'update':
      return `~ ${name}: ${change.members.join(', ')}`;
    case 'delete':
      return `- ${name}`;
  }
}

type Member = Exclude<keyof WrittenPolicy, 'policyName'>;
type Update = WrittenPolicy & { readonly changed: readonly Member[]; readonly before: Policy };

const members: readonly Member[] = ['effect', 'consensus', 'condition', 'time', 'notes'];

const changedIn = (before: WrittenPolicy, after: WrittenPolicy): Member[] =>
  members.filter((name) => before[name] !== after[name]);

const isDeny = ({ effect }: Pick<WrittenPolicy, 'effect'>): boolean => effect === 'EFFECT_DENY';
const isNewlyDenied = (update: Update): boolean => isDeny(update) && update.changed.includes('effect');

const asCreated = ({ policyName, effect }: WrittenPolicy): PolicyChange => ({ does: 'create', policyName, effect });
const asUpdated = ({ policyName, changed, before: { policyId } }: Update): PolicyChange => ({
  ...{ does: 'update', policyName, policyId },
  members: changed,
});
const asDeleted = ({ policyName, policyId }: Policy): PolicyChange => ({ does: 'delete', policyName, policyId });

/** The policy, and what it said when it was looked at: by then somebody else may have changed it. */
const lookedAt = ({ policyId, revision }: Policy): DeletePolicyParameters => ({
  policyId,
  ...(revision !== undefined && { expectedRevision: revision }),
});

function updateOf({ changed, before, ...policy }: Update): PolicyStep {
  const named = {
    effect: { policyEffect: policy.effect },
    consensus: { policyConsensus: policy.consensus },
    condition: { policyCondition: policy.condition },
    time: { time: policy.time },
    notes: { policyNotes: policy.notes },
  };
  return { does: 'update', parameters: Object.assign(lookedAt(before), ...changed.map((name) => named[name])) };
}

const creation = (policies: readonly WrittenPolicy[]): PolicyStep[] =>
  policies.length > 0 ? [{ does: 'create', parameters: { policies: policies.map(filled) } }] : [];

/** Each by itself: an activity that deletes several looks at no revision. */
const deletionOf = (policy: Policy): PolicyStep => ({ does: 'delete', parameters: lookedAt(policy) });
