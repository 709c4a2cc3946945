import type { CreatePolicyParameters, Policy, UpdatePolicyParameters } from 'latchkey/contract';

/** The expressions of a policy. */
export const clauses = ['condition', 'consensus', 'time'] as const;
export type Clause = (typeof clauses)[number];

/** A policy as it is written, with all of its texts. */
export type Draft = Pick<Policy, 'policyName' | 'effect' | 'notes' | Clause> & { readonly time: string };

export const emptyDraft: Draft = {
  policyName: '',
  effect: 'EFFECT_ALLOW',
  condition: '',
  consensus: '',
  time: '',
  notes: '',
};

export const draftOf = ({ policyName, effect, condition, consensus, time = '', notes }: Policy): Draft => ({
  policyName,
  effect,
  condition,
  consensus,
  time,
  notes,
});

const members = ['policyName', 'effect', 'condition', 'consensus', 'time', 'notes'] as const;
export type Member = (typeof members)[number];

/** How a person reads them. */
export const memberWords: Readonly<Record<Member, string>> = {
  policyName: 'Name',
  effect: 'Effect',
  condition: 'Condition',
  consensus: 'Consensus',
  time: 'Time',
  notes: 'Notes',
};

export const effectWords: Readonly<Record<Policy['effect'], string>> = { EFFECT_ALLOW: 'Allow', EFFECT_DENY: 'Deny' };

export const changedMembers = (before: Draft, after: Draft): Member[] =>
  members.filter((member) => before[member] !== after[member]);

export const changesIn = (before: Draft, after: Draft): Partial<Draft> =>
  Object.fromEntries(changedMembers(before, after).map((member) => [member, after[member]]));

/** What a new policy is made of: what is empty is left out. */
export const toCreate = ({ policyName, effect, ...texts }: Draft): CreatePolicyParameters => ({
  policyName,
  effect,
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
});

/** What an update consists of: what was changed, and nothing else. */
export const toUpdate = (
  policyId: string,
  before: Draft,
  after: Draft,
): Omit<UpdatePolicyParameters, 'expectedRevision'> => ({
  policyId,
  ...Object.fromEntries(
    Object.entries(changesIn(before, after)).map(([member, value]) => [nameInUpdate[member as Member], value]),
  ),
});

const nameInUpdate = {
  policyName: 'policyName',
  effect: 'policyEffect',
  condition: 'policyCondition',
  consensus: 'policyConsensus',
  time: 'time',
  notes: 'policyNotes',
} as const satisfies Record<Member, keyof UpdatePolicyParameters>;
