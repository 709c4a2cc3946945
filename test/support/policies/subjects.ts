import { compilePolicy } from '../../../src/service/coordinator/policy/compile.js';
import type { PolicyContext } from '../../../src/service/coordinator/policy/context.js';
import { judge } from '../../../src/service/coordinator/policy/judge.js';
import type { CredentialFacts, UserFacts } from '../../../src/service/coordinator/policy/roots.js';
import { activityFacts, type Subject } from '../../../src/service/coordinator/policy/subject.js';
import { kindOf } from './kinds.js';

/** A policy before parsing; expressions may be left out. */
export type WrittenPolicy = {
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly consensus?: string;
  readonly condition?: string;
  readonly time?: string;
};

/** An activity that policies are evaluated for. Default: by the user `ada`, with an API key. */
export type WrittenSubject = {
  readonly kind: string;
  readonly parameters?: object;
  readonly contexts?: readonly PolicyContext[];
  readonly approvers?: readonly UserFacts[];
  readonly credentials?: readonly CredentialFacts[];
  readonly at?: string;
};

export const user = (id: string, more: Partial<UserFacts> = {}): UserFacts => ({
  id,
  tags: [],
  email: `${id}@example.com`,
  alias: id,
  ...more,
});

export const credential = (userId: string, type = 'CREDENTIAL_TYPE_API_KEY_P256'): CredentialFacts => ({
  id: `${userId}-key`,
  user_id: userId,
  type,
  credential_id: '',
  public_key: '02ab',
});

export function subjectFrom({
  kind: name,
  parameters = {},
  contexts = [{}],
  approvers = [user('ada')],
  credentials = [credential('ada')],
  at = '2027-06-01T10:00:00Z',
}: WrittenSubject): Subject {
  const kind = kindOf(name);
  const activity = activityFacts(kind, parameters);
  return {
    kind,
    nowMs: Date.parse(at),
    conditions: contexts.map((context) => ({ activity, ...context })),
    consensus: { approvers, credentials },
  };
}

export const compiled = (policies: readonly WrittenPolicy[]) =>
  policies.map((policy, index) =>
    compilePolicy({ policy_id: `policy-${index}`, consensus: '', condition: '', time: '', ...policy }),
  );

/** The result of one policy for an activity. */
export const outcomeOf = (policy: WrittenPolicy, subject: WrittenSubject): string | undefined =>
  judge(compiled([policy]), subjectFrom(subject)).outcomes[0]?.outcome;
