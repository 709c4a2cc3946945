import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../support/filesIn.js';

const root = join(import.meta.dirname, '../..');

const self = 'test/architecture/operationCost.test.ts';

type Subject = { readonly row: string; readonly wireName: string };

/** An activity and a query with hooks that nothing else in the product uses. */
const activity: Subject = { row: 'deleteWalletAccounts', wireName: 'DELETE_WALLET_ACCOUNTS' };
const query: Subject = { row: 'getPolicyEvaluations', wireName: 'GET_POLICY_EVALUATIONS' };

/** Generated files: by a test with `-u`, or by a script. */
const written = /^test\/packages\/exports\/|^docs\/operations\//;

/** What people read who are asked to approve it, in other languages: a list until a release. */
const translations = /^src\/components\/words\/\w+Approvals\.ts$/;

test('an activity with a hook is written in five files', () => {
  expect(filesAbout(activity)).toEqual([
    'src/components/english/approvalActions.ts',
    'src/contract/wallets.ts',
    'src/hooks/wallets.ts',
    'src/service/coordinator/operations/wallets/accounts.ts',
    'test/support/examples/wallets.ts',
  ]);
});

/** Of an organization `callers/` names the columns, too, since it finds one together with who stamps. */
test('one that stores something new is written in two more: its area’s table, with its migration, and records', () => {
  const column = /\bsuspension_reason\b/;
  const places = ['src', 'test/architecture', 'test/service', 'test/support'].flatMap((folder) =>
    filesIn(root, folder),
  );
  const files = places.filter((path) => path !== self && column.test(readFileSync(join(root, path), 'utf8')));
  expect(files.sort()).toEqual([
    'src/service/coordinator/callers/caller.ts',
    'src/service/coordinator/operations/organizations/suspension.ts',
    'src/service/coordinator/records/organizations.ts',
    'src/service/store/tables/organizations.ts',
  ]);
});

test('a migration is written beside its table, and no other file of the product lists it', () => {
  const named = (path: string) => readFileSync(join(root, path), 'utf8').includes('0045-suspension');
  expect(filesIn(root, 'src').filter(named)).toEqual(['src/service/store/tables/organizations.ts']);
});

test('a query is written in four files, without a hook in three', () => {
  expect(filesAbout(query)).toEqual([
    'src/contract/policies.queries.ts',
    'src/hooks/policies.ts',
    'src/service/coordinator/operations/policies.ts',
    'test/support/examples/policies.ts',
  ]);
});

const filesAbout = (subject: Subject): string[] =>
  [...new Set(linesAbout(subject).map(({ path }) => path))]
    .filter((path) => !written.test(path) && !translations.test(path))
    .sort();

/** Every line of the product and of the tests' table of examples that names the row, its types, its hook or its name on the wire. */
function linesAbout({ row, wireName }: Subject): { path: string; line: string }[] {
  const own = `${row[0]?.toUpperCase()}${row.slice(1)}`;
  const names = new RegExp(`\\b(${row}|${wireName.toLowerCase()}|use${own}|${own}(?!s)\\w*)\\b|${wireName}`);
  const paths = [...filesIn(root, 'src'), ...filesIn(root, 'test/support/examples'), ...filesIn(root, 'test/packages')];
  return paths.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) => names.test(line))
      .map((line) => ({ path, line })),
  );
}
