import type {
  CreatePoliciesParameters,
  DeletePoliciesParameters,
  UpdatePolicyParameters,
} from '../../contract/policies.js';
import type { Policy } from '../../contract/policies.records.js';
import { type WrittenPolicy, written } from './policyFile.js';

/** One activity of what has to be done. */
export type PolicyStep =
  | { readonly does: 'create'; readonly parameters: CreatePoliciesParameters }
  | { readonly does: 'update'; readonly parameters: UpdatePolicyParameters }
  | { readonly does: 'delete'; readonly parameters: DeletePoliciesParameters };

/** What an organization lacks to have the policies of a file, and no others. */
export type PolicyChanges = {
  /** For a person, a line each: `+ deny "Frozen"`, `~ "Small payments": condition`, `- "Old"`. */
  readonly lines: readonly string[];
  /** Denies first, then updates, what is newly allowed, and deletions last. */
  readonly steps: readonly PolicyStep[];
};

/** Policies are the same by their names. */
export function policyChanges(now: readonly Policy[], wanted: readonly WrittenPolicy[]): PolicyChanges {
  const nowNamed = new Map(now.map((policy) => [policy.policyName, policy]));
  const wantedNames = new Set(wanted.map(({ policyName }) => policyName));
  const created = wanted.filter(({ policyName }) => !nowNamed.has(policyName));
  const [denies, allows] = ['EFFECT_DENY', 'EFFECT_ALLOW'].map((effect) =>
    created.filter((policy) => policy.effect === effect),
  );
  const updates = wanted
    .flatMap((policy) => {
      const before = nowNamed.get(policy.policyName);
      const changed = before ? changedIn(written(before), policy) : [];
      return before && changed.length > 0 ? [{ policy, changed, policyId: before.policyId }] : [];
    })
    .sort((one, next) => Number(isNewlyDenied(next)) - Number(isNewlyDenied(one)));
  const gone = now.filter(({ policyName }) => !wantedNames.has(policyName));
  return {
    lines: [
      ...(denies ?? []).map(({ policyName }) => `+ deny ${quoted(policyName)}`),
      ...updates.map(({ policy, changed }) => `~ ${quoted(policy.policyName)}: ${changed.join(', ')}`),
      ...(allows ?? []).map(({ policyName }) => `+ allow ${quoted(policyName)}`),
      ...gone.map(({ policyName }) => `- ${quoted(policyName)}`),
    ],
    steps: [
      ...creation(denies),
      ...updates.map(({ policy, changed, policyId }) => updateOf(policyId, policy, changed)),
      ...creation(allows),
      ...(gone.length > 0 ? [deletion(gone)] : []),
    ],
  };
}

type Member = Exclude<keyof WrittenPolicy, 'policyName'>;
type Update = { readonly policy: WrittenPolicy; readonly changed: readonly Member[] };

const members: readonly Member[] = ['effect', 'consensus', 'condition', 'time', 'notes'];

const changedIn = (before: WrittenPolicy, after: WrittenPolicy): Member[] =>
  members.filter((name) => before[name] !== after[name]);

const isNewlyDenied = ({ policy, changed }: Update) => policy.effect === 'EFFECT_DENY' && changed.includes('effect');

function updateOf(policyId: string, policy: WrittenPolicy, changed: readonly Member[]): PolicyStep {
  const named = {
    effect: { policyEffect: policy.effect },
    consensus: { policyConsensus: policy.consensus },
    condition: { policyCondition: policy.condition },
    time: { time: policy.time },
    notes: { policyNotes: policy.notes },
  };
  return { does: 'update', parameters: Object.assign({ policyId }, ...changed.map((name) => named[name])) };
}

const creation = (policies: readonly WrittenPolicy[] = []): PolicyStep[] =>
  policies.length > 0 ? [{ does: 'create', parameters: { policies: policies.map(filled) } }] : [];

const deletion = (policies: readonly Policy[]): PolicyStep => ({
  ...{ does: 'delete', parameters: { policyIds: policies.map(({ policyId }) => policyId) } },
});

/** Without what is empty. */
function filled({ policyName, effect, ...texts }: WrittenPolicy): CreatePoliciesParameters['policies'][number] {
  return { policyName, effect, ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) };
}

const quoted = (name: string) => JSON.stringify(name);
