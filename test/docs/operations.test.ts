import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as client from '../../src/client.js';
import { type RefusalCode, refusals } from '../../src/contract/refusals.js';
import { refusalsOf } from '../../src/contract/refusalsOf.js';
import type { Operation } from '../../src/contract/row.js';
import { activityRows, proxyRows, queryRows } from '../../src/contract/rows.js';
import * as contract from '../../src/contract.js';
import * as kit from '../../src/index.js';
import { root } from '../packages/manifest.js';
import { openEditor } from '../support/editor.js';
import { operationPage } from './operationPage.js';

const rows = Object.entries<Operation>({ ...activityRows, ...queryRows, ...proxyRows });
const folder = join(root, 'docs/operations');

const pages = rows.map(([name, row]) => {
  const hook = `use${(name.charAt(0).toUpperCase() + name.slice(1)).replace(/^Proxy/, '')}`;
  // Hooks that seal and open bundles have the plain name; then the row's own hook has another one.
  return operationPage(
    name,
    row,
    [`${hook}Bundle`, hook].find((each) => each in kit),
  );
});

const areas = [...new Set(pages.map(({ area }) => area))].sort();

test.each(areas)('the page of %s matches its rows (write it with: npm run docs:operations)', async (area) => {
  const chapters = pages.filter((page) => page.area === area).map(({ markdown }) => markdown.replace(/^#/gm, '##'));
  await expect(`# ${area}\n\n${chapters.join('\n')}`).toMatchFileSnapshot(join(folder, `${area}.md`));
});

test('the list of operations is what the contract holds, and no page is left of one that is gone', async () => {
  await expect(index()).toMatchFileSnapshot(join(root, 'docs/operations.md'));
  const fileNames = areas.map((area) => `${area}.md`);
  expect(readdirSync(folder).filter((name) => !fileNames.includes(name))).toEqual([]);
});

test('every example compiles', () => {
  const files = pages.map(({ name, example }) => ({ path: `src/${name}.example.tsx`, text: programOf(example) }));
  const editor = openEditor([], files);
  const wrong = files.flatMap(({ path, text }) =>
    [...editor.getSyntacticDiagnostics(join(root, path)), ...editor.getSemanticDiagnostics(join(root, path))].map(
      ({ messageText }) => [path, text, messageText],
    ),
  );
  expect(wrong).toEqual([]);
});

/** An example in a function of its own, with declarations of the names that it uses. */
function programOf(example: string): string {
  const from = (module: object, path: string) => {
    const named = Object.keys(module).filter((name) => new RegExp(`\\b${name}\\b`).test(example));
    return named.length === 0 ? '' : `import { ${named.join(', ')} } from './${path}.js';\n`;
  };
  const ofKit = Object.fromEntries(Object.entries(kit).filter(([name]) => name.startsWith('use')));
  const imports = from(ofKit, 'index') + from(contract, 'contract') + from({ call: client.call }, 'client');
  return `${imports}import type { Client } from './client.js';\nexport async function Example({ client }: { client: Client }) {\n${example}\n}\n`;
}

function index(): string {
  const lists = areas.map((area) => {
    const lines = pages
      .filter((page) => page.area === area)
      .map(({ name, summary, anchor }) => `- [\`${name}\`](operations/${area}.md#${anchor}): ${summary}`);
    return `## ${area}\n\n${lines.join('\n')}`;
  });
  return `${[head, ...lists, everyRefusal()].join('\n\n')}\n`;
}

const head = `# Operations

Everything that the service can be asked, by area: the area's page has the hook of each, the parameters with their units,
the answer, the refusals and an example. An activity changes something, is recorded, and may need votes; a query reads; a call to the auth proxy is
what a page asks before anybody is logged in. Times of records are \`{ seconds, nanos }\` since 1970, both decimal text; ids are UUIDs in
lower case. A query's \`organizationId\` is that of the session unless it is named.`;

function everyRefusal(): string {
  const own = { refusals: [] };
  const kinds = { activity: 'activities', query: 'queries', proxy: 'the auth proxy' } as const;
  const refusalKinds = new Map<RefusalCode, string[]>();
  for (const kind of ['activity', 'query', 'proxy'] as const)
    for (const code of refusalsOf({ kind, ...own }))
      refusalKinds.set(code, [...(refusalKinds.get(code) ?? []), kinds[kind]]);
  const lines = [...refusalKinds].map(
    ([code, of]) =>
      `| \`${code}\` | ${refusals[code].status} | ${of.length === 3 ? 'all' : of.join(', ')} | ${refusals[code].text} |`,
  );
  return `## Refusals of every operation\n\n| code | status | of | says |\n|---|---|---|---|\n${lines.join('\n')}`;
}
