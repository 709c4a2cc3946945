import type * as v from 'valibot';
import type { ActivityRow, Operation } from '../../src/contract/row.js';
import { newestOf } from '../../src/contract/row.js';

/** An example of an operation: that of its docstring, or else the smallest valid request. */
export function exampleOf(name: string, row: Operation, hook: string | undefined, written: string | undefined): string {
  if (written !== undefined) return written.replace(/^```\w*\n|\n?```$/g, '');
  const request = literal(sample(requestSchema(row)));
  if (hook === undefined) return `const answer = await call(client, ${name}, ${request})`;
  if (row.kind === 'query') return `const { data, error } = ${hook}(${request})`;
  const variable = `${hook.charAt(3).toLowerCase()}${hook.slice(4)}`;
  return `const ${variable} = ${hook}()\n// when it is asked for:\n${variable}.mutate(${request})`;
}

/** The parameters of an operation. A query's organization comes from the session. */
export function requestSchema(row: Operation): v.GenericSchema {
  return row.kind === 'activity' ? newestOf<ActivityRow>(row).parameters : row.request;
}

type Made = v.GenericSchema & {
  readonly entries?: Record<string, Made>;
  readonly options?: readonly unknown[];
  readonly item?: Made;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
};

function sample(schema: v.GenericSchema, name = ''): unknown {
  const { entries, options, item, pipe, type } = schema as Made;
  if (entries)
    return Object.fromEntries(
      Object.entries(entries)
        .filter(([member, { type }]) => type !== 'optional' && member !== 'organizationId')
        .map(([member, inner]) => [member, sample(inner, member)]),
    );
  if (item) return pipe?.some((action) => action.type === 'min_length') ? [sample(item)] : [];
  if (options) return options[0];
  if (type === 'number') return pipe?.find((action) => action.type === 'min_value')?.requirement ?? 1;
  if (type === 'boolean') return true;
  return name.endsWith('Name') ? 'A name' : '…';
}

/** A value as source code. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, each]) => `${name}: ${literal(each)}`);
  const line = `{ ${members.join(', ')} }`;
  if (members.length === 0) return '{}';
  return line.length <= 90
    ? line
    : `{\n${members.map((member) => `  ${member.replaceAll('\n', '\n  ')},\n`).join('')}}`;
}
