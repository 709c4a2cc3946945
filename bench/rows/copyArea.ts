import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An area of the contract that is copied, with the names of its rows and their types. */
export type Area = { readonly name: string; readonly rows: readonly string[]; readonly types: readonly string[] };

/** Reads an area's rows and types from its files. */
export function readArea(root: string, name: string): Area {
  const text = contractFiles(root, name)
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  return {
    name,
    rows: namesIn(text, /^export const (\w+) = (?:activity|query)\(/gm),
    types: namesIn(text, /^export (?:interface|type) (\w+)/gm),
  };
}

/** Writes a copy of the area, named with a number, in each place that has areas. */
export function copyArea(root: string, area: Area, number: number): void {
  const copied = (path: string) => path.replace(area.name, `${area.name}${number}`);
  const rename = renaming(area, number);
  for (const path of contractFiles(root, area.name)) copyText(root, path, copied(path), rename);
  const handlers = join('src/service/coordinator', area.name);
  cpSync(join(root, handlers), join(root, copied(handlers)), { recursive: true });
  for (const file of readdirSync(join(root, handlers))) {
    const path = join(copied(handlers), file);
    copyText(root, path, path, rename);
  }
  const example = join('test/support/examples', `${area.name}.ts`);
  copyText(root, example, copied(example), rename);
  writeFileSync(join(root, `src/hooks/${area.name}${number}.ts`), hooksOf(root, area, rename));
  for (const path of joined) copyText(root, path, path, (text) => withCopy(text, area, rename));
}

/** The files that name every area: the only files outside an area that grow. */
const joined = [
  'src/contract/rows.ts',
  'src/service/coordinator/handlers.ts',
  'test/support/examples/examples.ts',
  'src/contract.ts',
  'src/index.ts',
];

const contractFiles = (root: string, name: string): string[] =>
  [`src/contract/${name}.ts`, `src/contract/${name}.queries.ts`].filter((path) => existsSync(join(root, path)));

function copyText(root: string, from: string, to: string, change: (text: string) => string): void {
  writeFileSync(join(root, to), change(readFileSync(join(root, from), 'utf8')));
}

/** Appends the number to the names of the area, its rows, their types, hooks and names on the wire. */
function renaming({ name, rows, types }: Area, number: number): (text: string) => string {
  const hooks = rows.map((row) => `use${row[0]?.toUpperCase()}${row.slice(1)}`);
  // Not the names of files: an area's own folder is copied as it is.
  const words = new RegExp(`(?<!/)\\b(${[...rows, ...types, ...hooks].join('|')})\\b(?!\\.js)`, 'g');
  const singular = name.replace(/s$/, '');
  const tables = new RegExp(`\\b(${name}|${singular})(?=(Queries|Handlers|Answers|Examples|Resources)\\b)`, 'g');
  const files = new RegExp(`(['/])${name}(?=(\\.queries)?\\.js'|/\\w+\\.js')`, 'g');
  const spread = new RegExp(`(\\* as |\\.\\.\\.|typeof )${name}\\b`, 'g');
  return (text) =>
    text
      .replace(words, `$1${number}`)
      .replace(tables, `$1${number}`)
      .replace(files, `$1${name}${number}`)
      .replace(spread, `$1${name}${number}`)
      .replace(/('ACTIVITY_TYPE_\w+?)((?:_V\d+)?')/g, `$1_${number}$2`)
      .replace(/(\bname: '\w+)'/g, `$1_${number}'`);
}

/** Only the hooks of the area's rows, whichever file has them. */
function hooksOf(root: string, { name, rows }: Area, rename: (text: string) => string): string {
  const folder = join(root, 'src/hooks');
  const text = readdirSync(folder)
    .filter((file) => !/\d\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const hooks = [...text.matchAll(/^export const use\w+ = (\w+Hook)\((?:'\w+', )?(\w+)\);$/gm)].filter(
    ([, , row = '']) => rows.includes(row),
  );
  const makers = [...new Set(hooks.map(([, maker]) => maker))].sort();
  const imports = contractFiles(root, name).map((path) => {
    const exported = readArea(root, name).rows.filter((row) =>
      readFileSync(join(root, path), 'utf8').includes(`export const ${row} =`),
    );
    return `import { ${exported.join(', ')} } from '../${path.slice('src/'.length).replace(/\.ts$/, '.js')}';`;
  });
  const lines = ["'use client';", ...imports, `import { ${makers.join(', ')} } from './rowHooks.js';`, ''];
  return rename([...lines, ...hooks.map(([line]) => line), ''].join('\n'));
}

/** After each statement and each line that joins the area to others, adds the same for its copy. */
function withCopy(text: string, { name }: Area, rename: (text: string) => string): string {
  const ofTheArea = new RegExp(`^(?:import|export)[^;]*from '[^']*/${name}(?:\\.queries)?(?:/\\w+)?\\.js';$`, 'gm');
  const singular = name.replace(/s$/, '');
  const spread = new RegExp(`^ *\\.\\.\\.(?:${name}|${singular})(?:Queries|Handlers|Answers|Examples)?,$`, 'gm');
  return text
    .replace(ofTheArea, (statement) => `${statement}\n${rename(statement)}`)
    .replace(spread, (line) => `${line}\n${rename(line)}`);
}

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
