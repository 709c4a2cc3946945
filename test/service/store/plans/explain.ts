import { CompiledQuery, type Kysely } from 'kysely';
import { toHex } from '../../../../src/crypto/hex.js';
import type { Tables } from '../../../../src/service/store/schema.js';
import type { Store } from '../../../../src/service/store/store.js';
import type { Statement } from './recorder.js';

/**
 * One step of a plan. `scan`: every row of a table. `search`: the rows that an index finds, with the columns by which it
 * does. `sort`: rows put in order after they were found.
 */
export type Step = {
  readonly kind: 'scan' | 'search' | 'sort';
  readonly table: string;
  readonly index: string;
  readonly columns: readonly string[];
};

/** The engine's plan of a statement. */
export function explain({ db, kind }: Store, statement: Statement): Promise<Step[]> {
  return kind === 'sqlite' ? explainSqlite(db, statement) : explainPostgres(db, statement);
}

async function explainSqlite(db: Kysely<Tables>, { sql, parameters }: Statement): Promise<Step[]> {
  const query = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ detail: string }>(query);
  return rows.flatMap(({ detail }) => {
    if (detail.startsWith('USE TEMP B-TREE')) return { kind: 'sort', table: '', index: '', columns: [] };
    const [, verb, table = '', index = '', found = ''] = sqliteStep.exec(detail) ?? [];
    if (verb === undefined) return [];
    const columns = [...found.matchAll(/(\w+)[=<>]/g)].map(([, column]) => column ?? '');
    return { kind: verb === 'SCAN' ? 'scan' : 'search', table, index, columns };
  });
}

/** @see https://sqlite.org/eqp.html */
const sqliteStep = /^(SCAN|SEARCH) (\w+)(?: USING(?: COVERING)? INDEX (\w+))?(?: \((.*)\))?/;

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
};

/**
 * The plan for these very values, and the one for any, which a connection keeps once it has prepared a statement. A table that
 * holds little yet would be scanned whatever its indexes; forbidden to scan, the planner shows what they are worth.
 */
async function explainPostgres(db: Kysely<Tables>, { sql, parameters }: Statement): Promise<Step[]> {
  const values = parameters.map(literal);
  const execute = values.length > 0 ? `execute explained (${values})` : 'execute explained';
  return db.transaction().execute(async (transaction) => {
    const run = (statement: string) => transaction.executeQuery<PlanRow>(CompiledQuery.raw(statement));
    await run('set local enable_seqscan = off');
    await run(`prepare explained as ${sql}`);
    const steps: Step[] = [];
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await run(`set local plan_cache_mode = ${mode}`);
      const { rows } = await run(`explain (format json) ${execute}`);
      steps.push(...rows.flatMap((row) => stepsOf(row['QUERY PLAN'][0].Plan)));
    }
    await run('deallocate explained');
    return steps;
  });
}

type PlanRow = { 'QUERY PLAN': [{ Plan: PlanNode }] };

function literal(value: unknown): string {
  if (value instanceof Uint8Array) return `'\\x${toHex(new Uint8Array(value))}'`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'null');
}

function stepsOf(node: PlanNode, parent = ''): Step[] {
  const { Plans = [] } = node;
  const table = node['Relation Name'] ?? parent;
  const index = node['Index Name'] ?? '';
  const below = Plans.flatMap((plan) => stepsOf(plan, table));
  const type = node['Node Type'];
  if (type === 'Sort' || type === 'Incremental Sort')
    return [{ kind: 'sort', table: '', index, columns: [] }, ...below];
  if (type === 'Seq Scan') return [{ kind: 'scan', table, index, columns: [] }, ...below];
  if (!/^(Bitmap )?Index( Only)? Scan$/.test(type)) return below;
  const condition = (node['Index Cond'] ?? '').replace(/'(?:[^']|'')*'/g, '');
  const columns = [...condition.matchAll(/(\w+)\)?(?:::\w+)? (?:=|<|>|<=|>=) /g)].map(([, column]) => column ?? '');
  return [{ kind: columns.length > 0 ? 'search' : 'scan', table, index, columns }, ...below];
}
