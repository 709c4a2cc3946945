import type {
  CreatePoliciesParameters,
  DeletePoliciesParameters,
  UpdatePolicyParameters,
} from '../../contract/policies.js';
import type { Policy } from '../../contract/policies.records.js';
import { forTerminal } from './forTerminal.js';
import { filled, type WrittenPolicy, written } from './policyFile.js';

/** One activity of what has to be done. `from`: the revision of the policy that it changes. */
export type PolicyStep =
  | { readonly does: 'create'; readonly parameters: CreatePoliciesParameters }
  | { readonly does: 'update'; readonly parameters: UpdatePolicyParameters; readonly from: Policy['revision'] }
  | { readonly does: 'delete'; readonly parameters: DeletePoliciesParameters };

/** What an organization lacks to have the policies of a file, and no others. */
export type PolicyChanges = {
  /** For a person, a line each: `+ deny "Frozen"`, `~ "Small payments": condition`, `- "Old"`. */
  readonly lines: readonly string[];
  /** What is newly denied first, then what is allowed no longer, updates, what is newly allowed, and denials that end last. */
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
      return before && changed.length > 0
        ? [{ ...policy, changed, policyId: before.policyId, from: before.revision }]
        : [];
    })
    .sort((one, next) => Number(isDeny(next)) - Number(isDeny(one)));
  const newlyDenied = updates.filter(isNewlyDenied);
  const otherwise = updates.filter((update) => !isNewlyDenied(update));
  const gone = now.filter(({ policyName }) => !wantedNames.has(policyName));
  const [goneDenies, goneAllows] = [gone.filter(isDeny), gone.filter((policy) => !isDeny(policy))];
  return {
    lines: [
      ...denies.map(({ policyName }) => `+ deny ${quoted(policyName)}`),
      ...newlyDenied.map(updateLine),
      ...goneAllows.map(deletionLine),
      ...otherwise.map(updateLine),
      ...allows.map(({ policyName }) => `+ allow ${quoted(policyName)}`),
      ...goneDenies.map(deletionLine),
    ],
    steps: [
      ...creation(denies),
      ...newlyDenied.map(updateOf),
      ...deletion(goneAllows),
      ...otherwise.map(updateOf),
      ...creation(allows),
      ...deletion(goneDenies),
    ],
  };
}

const updateLine = ({ policyName, changed }: Update) => `~ ${quoted(policyName)}: ${changed.join(', ')}`;
const deletionLine = ({ policyName }: Policy) => `- ${quoted(policyName)}`;

type Member = Exclude<keyof WrittenPolicy, 'policyName'>;
type Update = WrittenPolicy & {
  readonly policyId: string;
  readonly changed: readonly Member[];
  readonly from: Policy['revision'];
};

const members: readonly Member[] = ['effect', 'consensus', 'condition', 'time', 'notes'];

const changedIn = (before: WrittenPolicy, after: WrittenPolicy): Member[] =>
  members.filter((name) => before[name] !== after[name]);

const isDeny = ({ effect }: Pick<WrittenPolicy, 'effect'>): boolean => effect === 'EFFECT_DENY';
const isNewlyDenied = (update: Update): boolean => isDeny(update) && update.changed.includes('effect');

function updateOf({ policyId, changed, from, ...policy }: Update): PolicyStep {
  const named = {
    effect: { policyEffect: policy.effect },
    consensus: { policyConsensus: policy.consensus },
    condition: { policyCondition: policy.condition },
    time: { time: policy.time },
    notes: { policyNotes: policy.notes },
  };
  return { does: 'update', from, parameters: Object.assign({ policyId }, ...changed.map((name) => named[name])) };
}

const creation = (policies: readonly WrittenPolicy[]): PolicyStep[] =>
  policies.length > 0 ? [{ does: 'create', parameters: { policies: policies.map(filled) } }] : [];

const deletion = (policies: readonly Policy[]): PolicyStep[] =>
  policies.length > 0 ? [{ does: 'delete', parameters: { policyIds: policies.map(({ policyId }) => policyId) } }] : [];

const quoted = (name: string) => forTerminal(JSON.stringify(name));
