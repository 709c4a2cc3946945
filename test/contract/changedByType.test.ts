import { expect, test } from 'vitest';
import type { ActivityRow } from '../../src/contract/row.js';
import { activityRows } from '../../src/contract/rows.js';

test('the table of what activities change is what their rows say (write it with: npx vitest run --project unit -u)', async () => {
  const changes = Object.values<ActivityRow>(activityRows).flatMap((row) =>
    Object.values(row.versions).map(({ type }) => [type, row.changes.map(({ name }) => name)] as const),
  );
  const lines = changes
    .filter(([, names]) => names.length > 0)
    .map(([type, names]) => lineOf(type, names))
    .sort();
  await expect(`${head}{\n${lines.join('\n')}\n};\n`).toMatchFileSnapshot('../../src/contract/changedByType.ts');
});

/** As the formatter has it. */
function lineOf(type: string, names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`);
  const line = `  ${type}: [${quoted.join(', ')}],`;
  return line.length <= 120 ? line : `  ${type}: [\n    ${quoted.join(',\n    ')},\n  ],`;
}

const head = `/**
 * Names of the queries that an activity makes stale, by its type: what a vote needs to know of an activity whose row it need not
 * load. Written from the rows by test/contract/changedByType.test.ts.
 */
export const changedByType: Readonly<Record<string, readonly string[]>> = `;
