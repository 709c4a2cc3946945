import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import ts from 'typescript';
import { filesIn } from '../../test/support/filesIn.js';
import { copyArea, readArea } from './copyArea.js';

const root = process.cwd();

/**
 * Whether the code has room for this many more operations: copies an area as often as needed into a scratch folder, and measures there
 * the lengths of files, the time of the type-check, and the types that an editor shows for rows and hooks.
 */
export function bearsMore(wanted: number): boolean {
  const folder = scratchCopy();
  try {
    return report(folder, wanted);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(folder: string, wanted: number): boolean {
  const area = readArea(folder, 'wallets');
  const before = checkedTwice(folder);
  const copies = Math.ceil(wanted / area.rows.length);
  for (let copy = 1; copy <= copies; copy += 1) copyArea(folder, area, copy);
  const after = checkedTwice(folder);
  const factor = after.seconds / before.seconds;
  const hovers = hoversIn(folder, after.program);
  const long = longFiles(folder);
  console.log(`${copies * area.rows.length} rows more: ${copies} copies of the ${area.rows.length} of ${area.name}`);
  console.log(
    `type-check: ${before.seconds.toFixed(1)} s of CPU, then ${after.seconds.toFixed(1)} (${factor.toFixed(2)}×, < 2)`,
  );
  console.log(
    `longest type of ${hovers.length} rows and hooks: ${hovers[0]?.length} characters (${hovers[0]?.name}, ≤ ${mostCharacters})`,
  );
  console.log(`longest file: ${long[0]?.lines} lines (${long[0]?.path}, ≤ ${mostLines})`);
  for (const fault of after.faults.slice(0, 10)) console.log(fault);
  return (
    after.faults.length === 0 &&
    factor < 2 &&
    hovers.every(({ length }) => length <= mostCharacters) &&
    long.every(({ lines }) => lines <= mostLines)
  );
}

/** Of a row's or a hook's type, written out without cutting. */
const mostCharacters = 400;
const mostLines = 250;

/** All files that the type-check reads, except packages. */
function scratchCopy(): string {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, 'rows-'));
  const { include } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config as { include: string[] };
  for (const entry of [
    ...include.filter((each) => !each.includes('*')),
    ...ts.sys.readDirectory(root, ['.ts'], undefined, ['*.config.ts']),
    'tsconfig.json',
    'package.json',
  ]) {
    const from = entry.startsWith(root) ? entry : join(root, entry);
    cpSync(from, join(made, relative(root, from)), { recursive: true, filter: isOurs });
  }
  return made;
}

const isOurs = (path: string): boolean => !['node_modules', 'interop', 'peers'].includes(basename(path));

/** The first time is the compiler's CPU time. Other work on the machine makes both longer. */
function checkedTwice(project: string): Checked {
  const [first, second] = [checked(project), checked(project)];
  return first.seconds < second.seconds ? first : second;
}

type Checked = { readonly seconds: number; readonly program: ts.Program; readonly faults: readonly string[] };

/** Type-checks the folder's project as `npm run typecheck` does, and takes the time of the processor. */
function checked(project: string): Checked {
  const { config } = ts.readConfigFile(join(project, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, project, { incremental: false });
  delete options.tsBuildInfoFile;
  const begun = process.cpuUsage();
  const program = ts.createProgram(fileNames, options);
  const faults = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const path = file === undefined ? '' : relative(project, file.fileName);
    return `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 300)}`;
  });
  const { user, system } = process.cpuUsage(begun);
  return { seconds: (user + system) / 1e6, program, faults };
}

/** The exports of the entry points for rows and hooks, the longest type first. */
function hoversIn(folder: string, program: ts.Program): { name: string; length: number }[] {
  const checker = program.getTypeChecker();
  const entrances = ['src/contract.ts', 'src/index.ts'].map((path) => program.getSourceFile(join(folder, path)));
  return entrances
    .flatMap((file) => {
      const module = file && checker.getSymbolAtLocation(file);
      return module === undefined ? [] : checker.getExportsOfModule(module);
    })
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .filter(({ name, valueDeclaration }) => valueDeclaration !== undefined && /^[a-z]/.test(name))
    .filter((symbol) => /^use[A-Z]/.test(symbol.name) || isRow(checker, symbol))
    .map((symbol) => {
      const text = checker.typeToString(checker.getTypeOfSymbol(symbol), undefined, ts.TypeFormatFlags.NoTruncation);
      return { name: symbol.name, length: text.length };
    })
    .sort((a, b) => b.length - a.length);
}

function isRow(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const type = checker.getTypeOfSymbol(symbol);
  return type.getProperty('kind') !== undefined && type.getProperty('refusals') !== undefined;
}

function longFiles(folder: string): { path: string; lines: number }[] {
  return filesIn(folder, 'src')
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, lines: readFileSync(join(folder, path), 'utf8').split('\n').length - 1 }))
    .sort((a, b) => b.lines - a.lines);
}
