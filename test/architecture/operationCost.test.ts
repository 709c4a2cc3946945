import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../support/filesIn.js';

const root = join(import.meta.dirname, '../..');

/** An activity with a hook that nothing else in the product uses. */
const subject = { area: 'wallets', row: 'createWalletAccounts', wireName: 'CREATE_WALLET_ACCOUNTS' };

/** The files of an area, in the client, in the service and in the tests. */
const itsArea = new RegExp(
  [
    `^src/contract/${subject.area}(\\.queries)?\\.ts$`,
    `^src/service/coordinator/operations/${subject.area}/`,
    `^src/service/store/tables/${subject.area}\\.ts$`,
    `^src/hooks/${subject.area}\\.ts$`,
    `^test/support/examples/${subject.area}\\.ts$`,
  ].join('|'),
);

/** Generated files: by a test with `-u`, or by a script. */
const written = /^test\/packages\/exports\/|^docs\/operations\//;

/** What people read who are asked to approve it: a line a language, which does not compile where one is missing. */
const words = /^src\/components\/(approvals\/approvalActions|words\/\w+Approvals)\.ts$/;

test('an activity with a hook changes at most four lines in four files outside its area, beside words of eight languages', () => {
  const isCounted = (path: string) => ![itsArea, written, words].some((others) => others.test(path));
  const lines = linesAbout(subject).filter(({ path }) => isCounted(path));
  expect(new Set(lines.map(({ path }) => path)).size).toBeLessThanOrEqual(4);
  expect(lines.map(({ path, line }) => `${path}: ${line.trim()}`).length).toBeLessThanOrEqual(4);
});

test('its area is in the files that the lists name', () => {
  const within = new Set(
    linesAbout(subject)
      .filter(({ path }) => itsArea.test(path))
      .map(({ path }) => path),
  );
  expect([...within].sort()).toEqual([
    'src/contract/wallets.ts',
    'src/hooks/wallets.ts',
    'src/service/coordinator/operations/wallets/accounts.ts',
    'src/service/coordinator/operations/wallets/handlers.ts',
    'test/support/examples/wallets.ts',
  ]);
});

/** Every line of the product and of the tests' table of examples that names the row, its types, its hook or its name on the wire. */
function linesAbout({ row, wireName }: typeof subject): { path: string; line: string }[] {
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
