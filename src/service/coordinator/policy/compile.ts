import { type ActivityRow, newestOf } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import type { Row } from '../../store/schema.js';
import { callMembers } from './context.js';
import { makeReady } from './language/evaluate.js';
import { parseExpression } from './language/parse.js';
import { partsOf, readsOf } from './language/reads.js';
import type { Expression } from './language/syntax.js';
import { type Naming, namingsIn } from './namings.js';
import { type Clause, depthOfRoot } from './roots.js';

/** A compiled policy. An omitted expression is always true. */
export type CompiledPolicy = {
  readonly policyId: string;
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly consensus: Expression | undefined;
  readonly condition: Expression | undefined;
  readonly time: Expression | undefined;
  /** What its condition reads that not every activity has. */
  readonly reads: readonly string[];
  /** Whom its consensus names. */
  readonly namings: readonly Naming[];
  /** Whether its consensus reads users' names. */
  readonly readsAlias: boolean;
  /** Whether its condition reads calls decoded by contract interfaces. */
  readonly readsCalls: boolean;
};

export type StoredPolicy = Pick<Row<'policies'>, 'policy_id' | 'effect' | 'consensus' | 'condition' | 'time'>;

/** @throws {PolicyError} which no stored policy does: it was read when it was made. */
export const compilePolicy = (stored: StoredPolicy): CompiledPolicy =>
  compileRead(stored, {
    condition: readClause(stored.condition),
    consensus: readClause(stored.consensus),
    time: readClause(stored.time),
  });

/** Compiles a policy whose expressions have been read. */
export function compileRead(
  stored: Pick<StoredPolicy, 'policy_id' | 'effect'>,
  { condition, consensus, time }: Pick<CompiledPolicy, Clause>,
): CompiledPolicy {
  const namings = consensus ? namingsIn(consensus) : [];
  for (const each of [consensus, condition, time, ...namings.map(({ predicate }) => predicate?.body)])
    if (each) makeReady(each);
  return {
    policyId: stored.policy_id,
    effect: stored.effect,
    consensus,
    condition,
    time,
    reads: condition ? conditionReads(condition).map(([read]) => read) : [],
    namings,
    readsAlias: consensus !== undefined && hasMember(consensus, ['alias']),
    readsCalls: condition !== undefined && hasMember(condition, callMembers),
  };
}

/** Reads one of its expressions, of so many words at most. @returns `undefined` for the empty text. @throws {PolicyError} */
export const readClause = (text: string, mostWords?: number): Expression | undefined =>
  text.trim() === '' ? undefined : parseExpression(text, meaningOf, mostWords);

/** What a condition reads that not every activity has, and where: `wallet`, `eth.tx`, `activity.params.user_id`. */
export const conditionReads = (condition: Expression): [read: string, at: number][] =>
  [...readsOf(condition, depthOfRoot)].filter(([read]) => !everyActivityHas.test(read));

/** Whether one of these members is read, be it of a struct that is compared, or by a name in brackets, which may be computed. */
function hasMember(expression: Expression, members: readonly string[]): boolean {
  if (expression.node === 'member' && members.includes(expression.name)) return true;
  if (expression.node === 'index') {
    const { index } = expression;
    if (index.node !== 'literal' || members.some((name) => name === index.value)) return true;
  }
  if (expression.node === 'struct' && members.some((name) => expression.members.has(name))) return true;
  return partsOf(expression).some((part) => hasMember(part, members));
}

const everyActivityHas = /^activity(?:\.(?!params\.)|$)/;

/**
 * Addresses and other hex are compared in lower case. A policy sees every activity under its newest type, and a text that names an
 * older version means that one.
 */
function meaningOf(text: string): string {
  if (isHexText(text)) return text.toLowerCase();
  const kind = /^ACTIVITY_TYPE_([A-Z0-9_]+?)(?:_V\d+)?$/.exec(text)?.[1];
  return (kind !== undefined && newestTypes.get(kind)) || text;
}

/** Whether values of it are held in lower case. */
export const isHexText = (text: string): boolean => /^0x[0-9a-f]*$/i.test(text);

const newestTypes: ReadonlyMap<string, string> = new Map(
  Object.values<ActivityRow>(activityRows).map((row) => [row.activityKind, newestOf(row).type]),
);
