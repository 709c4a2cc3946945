import { type ActivityRow, newestOf } from '../../../contract/row.js';
import type { Row } from '../../store/schema.js';
import { withEachMember } from '../../vault/interfaces/callValue.js';
import type { CallerCredential } from '../callers/caller.js';
import { tagsOf } from '../records/users.js';
import { isHexText } from './compile.js';
import type { PolicyContext } from './context.js';
import type { Values } from './language/evaluate.js';
import type { PolicyValue } from './language/types.js';
import { snakeCase } from './offers.js';
import type { CredentialFacts, UserFacts } from './roots.js';

/** A user who approves, and what they approve it with; `undefined` where that has gone meanwhile. */
export type Approval = { readonly user: UserOfDecision; readonly credential: CallerCredential | undefined };

/** What a decision reads of a user. */
type UserOfDecision = Pick<Row<'users'>, 'user_id' | 'user_name' | 'email' | 'email_verified' | 'is_root' | 'tag_ids'>;

/** What policies see of a kind of activity. */
export type SubjectKind = Pick<
  ActivityRow,
  'activityKind' | 'resource' | 'action' | 'policyParameters' | 'policyRoots'
>;

/** An activity as policies see it, and who approves it. */
export type Subject = {
  readonly kind: SubjectKind;
  readonly nowMs: number;
  /** What conditions read, of each element of its list; of an activity without a list once. */
  readonly conditions: readonly Values[];
  /** What consensus reads. */
  readonly consensus: { readonly approvers: readonly UserFacts[]; readonly credentials: readonly CredentialFacts[] };
};

/** The subject of an evaluation. */
export type SubmittedActivity = {
  readonly row: ActivityRow;
  readonly parameters: unknown;
  readonly approvals: readonly Approval[];
  readonly contexts: readonly PolicyContext[];
  readonly nowMs: number;
};

export function subjectOf({ row, parameters, approvals, contexts, nowMs }: SubmittedActivity): Subject {
  const activity = activityFacts({ ...row, type: newestOf(row).type }, parameters);
  return {
    kind: row,
    nowMs,
    // Equal contexts are evaluated once.
    conditions: [...new Set(contexts)].map((context) => ({ activity, ...(comparable(context) as Values) })),
    consensus: consensusOf(approvals),
  };
}

/** Under its newest type, and with the parameters that policies may read. */
export function activityFacts(
  { type, activityKind, resource, action, policyParameters }: SubjectKind & { readonly type: string },
  parameters: unknown,
): PolicyValue {
  const given = parameters as { readonly [name: string]: unknown };
  const params = policyParameters.map((name) => [snakeCase(name), comparable(given[name] ?? whereAbsent[name])]);
  return { type, kind: activityKind, resource, action, params: Object.fromEntries(params) };
}

/** @see docs/wire.md 7.4 */
const whereAbsent: { readonly [name: string]: string } = { sessionProfileId: '' };

export const consensusOf = (approvals: readonly Approval[]): Subject['consensus'] => ({
  approvers: approvals.map(({ user }) => userFacts(user)),
  credentials: approvals.map(({ user, credential }) =>
    credential ? credentialFacts(user, credential) : unknownCredential(user),
  ),
});

/** For approvals by a deleted credential: no predicate over credentials is true of it. */
const unknownCredential = (user: UserOfDecision): CredentialFacts => ({
  id: '',
  user_id: user.user_id,
  type: '',
  credential_id: '',
  public_key: '',
});

/** Unverified addresses are not shown to policies, since users could set another person's. */
export const userFacts = (user: UserOfDecision): UserFacts => ({
  id: user.user_id,
  tags: tagsOf(user),
  email: user.email !== null && user.email_verified === 1 ? user.email : '',
  alias: comparable(user.user_name) as string,
});

export const credentialFacts = (user: UserOfDecision, credential: CallerCredential): CredentialFacts => ({
  id: credential.id,
  user_id: user.user_id,
  type: credential.credentialType,
  credential_id: credential.credentialId,
  public_key: credential.publicKey,
});

/** A value as the language compares it: numbers are exact integers, and hex is in lower case. What is that already is not copied. */
function comparable(value: unknown): PolicyValue | undefined {
  if (typeof value === 'string') return isHexText(value) ? value.toLowerCase() : value;
  if (typeof value === 'number') return BigInt(value);
  if (typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (Array.isArray(value)) {
    const items = value.map(comparable);
    return items.every((item, index) => item !== undefined && item === value[index])
      ? (value as PolicyValue[])
      : items.filter((item) => item !== undefined);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return withEachMember<unknown>(value as { [name: string]: unknown }, comparable) as PolicyValue;
}

/** Whether an activity has what a policy reads: `eth.tx`. Its parameters it has, whether they were given or not. */
export function has(values: Values, read: string): boolean {
  if (read.startsWith('activity.')) return true;
  const [root = '', member] = read.split('.');
  const value = Object.hasOwn(values, root) ? values[root] : undefined;
  if (value === undefined || member === undefined) return value !== undefined;
  return typeof value === 'object' && (value as Values)[member] !== undefined;
}
