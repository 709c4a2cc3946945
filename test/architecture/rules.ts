import { asksForGlobals, entryPoints, isNodeFile, layers, maximumLines, nodeGlobals, program } from './layers.js';
import type { Import, Source } from './source.js';
import { entryPointOf, isProgram, layerOf, moduleOf, packageOf, type SourceTree, targetOf } from './sourceTree.js';

/** A rule: its sentence, and the function that finds faults, each named by the file and the import. */
export type Rule = { title: string; faults: (tree: SourceTree) => string[] };

export const rules: Rule[] = [
  { title: 'every file lives in a layer or is an entry point', faults: outsideLayers },
  { title: 'a layer imports only from the layers that its layer allows', faults: layerBreakers },
  { title: 'a layer receives only its own packages', faults: packageBreakers },
  { title: 'only the files made for Node name Node', faults: nodeBreakers },
  { title: 'an entry point brings along only what it needs from the start', faults: heavyEntryPoints },
  { title: 'an entry point is a list of exports, and nobody else keeps one', faults: barrels },
  { title: 'no module needs itself to load', faults: cycles },
  { title: 'folders in one folder need one another in one direction, types too', faults: folderCycles },
  { title: "'use client' is the first line where React is used, and nowhere else", faults: clientLines },
  { title: `no file is longer than ${maximumLines} lines`, faults: longFiles },
  {
    title: 'nothing draws chance from Math.random, nor asks URL.canParse, which Node 20 answers wrongly',
    faults: untrusted,
  },
];

function outsideLayers({ sources, others }: SourceTree): string[] {
  const modules = [...sources.keys()].filter((path) => !layerOf(path) && !entryPointOf(path) && !isProgram(path));
  const strays = others.filter((path) => !(path.startsWith('components/') && path.endsWith('.css')));
  return [...modules, ...strays].map((path) => `${path} is in no layer`);
}

function layerBreakers(tree: SourceTree): string[] {
  return everyImport(tree, (source, found) => {
    const target = targetOf(source, found);
    if (target === undefined) return undefined;
    const isStyleText = target.endsWith('.css?inline') && tree.others.includes(target.replace('?inline', ''));
    if (!isStyleText && moduleOf(tree, source, found) === undefined) return `${target} is not a module of src`;
    const from = layerOf(source.path);
    const to = layerOf(target.replace(/\.js$/, '.ts'));
    if (to === undefined) return 'nobody imports an entry point';
    if (from === to && entryPointOf(source.path) === undefined) return undefined;
    const allowed = allowedLayers(source.path);
    if (allowed.layers.includes(to) || (found.reach === 'type' && allowed.types.includes(to))) return undefined;
    return allowed.types.includes(to) ? `only types of ${to} are allowed here` : `${to} is not allowed here`;
  });
}

function allowedLayers(path: string): { layers: string[]; types: string[] } {
  const layer = layers[layerOf(path) ?? ''];
  if (layer !== undefined) return { layers: layer.layers, types: layer.types ?? [] };
  return {
    layers: isProgram(path) ? program.layers : (entryPoints[entryPointOf(path) ?? '']?.layers ?? []),
    types: [],
  };
}

function packageBreakers(tree: SourceTree): string[] {
  return everyImport(tree, (source, found) => {
    if (found.name === '(computed)') return 'an import is written out, so that it can be checked';
    const name = packageOf(found);
    if (name === undefined) return undefined;
    const { packages = [], lazily = [] } = layers[layerOf(source.path) ?? ''] ?? {};
    if (packages.includes(name) || (lazily.includes(name) && found.reach !== 'static')) return undefined;
    return lazily.includes(name) ? 'only by import(), or as a type' : `${name} is not for this layer`;
  });
}

function nodeBreakers(tree: SourceTree): string[] {
  const imports = everyImport(tree, (source, { name }) =>
    name.startsWith('node:') && !isNodeFile(source.path) ? 'only for the files made for Node' : undefined,
  );
  const globals = [...tree.sources.values()]
    .filter(({ path }) => !isNodeFile(path) && !asksForGlobals.includes(path))
    .flatMap(({ path, identifiers }) =>
      nodeGlobals.filter((name) => identifiers.has(name)).map((name) => `${path} names ${name}, which only Node has`),
    );
  return [...imports, ...globals];
}

function heavyEntryPoints(tree: SourceTree): string[] {
  return Object.entries(entryPoints).flatMap(([name, { firstLoad }]) => {
    const entryPoint = tree.sources.get(`${name}.ts`);
    if (entryPoint === undefined) return [];
    return [...loadedWith(tree, entryPoint)].flatMap((source) =>
      source.imports
        .filter((found) => found.reach === 'static' && targetOf(source, found) === undefined)
        .filter((found) => !firstLoad.includes(packageOf(found) ?? found.name))
        .map((found) => `${name}.ts loads ${found.name} from the start, by ${source.path}`),
    );
  });
}

function barrels(tree: SourceTree): string[] {
  return [...tree.sources.values()].flatMap((source) => {
    if (isProgram(source.path)) return [];
    if (entryPointOf(source.path) !== undefined) {
      if (!source.onlyExportLists) return [`${source.path} does more than name its exports`];
      const wholes = source.exportedWhole.filter((name) => !isOfAnArea(tree, name));
      return wholes.map((name) => `${source.path} exports all of ${name}, which holds no area's rows or hooks`);
    }
    const reexports = source.imports.filter(({ reexport }) => reexport).map(({ name }) => name);
    return [...reexports, ...source.passedOn].map((name) => `${source.path} passes ${name} on`);
  });
}

/** An area's rows and their hooks are exported whole: a file that the table of rows names exports rows and their types alone. */
function isOfAnArea({ sources }: SourceTree, name: string): boolean {
  const rows = (sources.get('contract/rows.ts')?.imports ?? []).map((each) => each.name.slice('./'.length));
  if (name.startsWith('./contract/')) return rows.includes(name.slice('./contract/'.length));
  const areas = rows.map((row) => row.replace(/(\.queries)?\.js$/, ''));
  return areas.some((area) => name === `./hooks/${area}.js`);
}

function cycles(tree: SourceTree): string[] {
  return [...tree.sources.values()]
    .map((source) => wayBack(tree, source))
    .filter((way) => way !== undefined)
    .filter((way) => way[0] === [...way].sort()[0]) // a cycle is reported once, from its alphabetically first file
    .map((way) => [...way, way[0]].join(' → '));
}

/** The shortest cycle of run-time imports through this module, if there is one. */
function wayBack(tree: SourceTree, start: Source): string[] | undefined {
  const ways = [[start]];
  const seen = new Set<Source>();
  for (const way of ways)
    for (const next of importedBy(tree, way.at(-1) ?? start, () => true)) {
      if (next === start) return way.map(({ path }) => path);
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  return undefined;
}

/** Two folders of one folder that reach each other, by their imports and those of their neighbours. */
function folderCycles(tree: SourceTree): string[] {
  const edges = new Map<string, Map<string, string>>();
  for (const source of tree.sources.values())
    for (const found of source.imports) {
      const target = targetOf(source, found);
      const ways = target === undefined ? undefined : neighbours(source.path, target);
      if (!ways) continue;
      const [from, to] = ways;
      const known = edges.get(from) ?? new Map<string, string>();
      edges.set(from, known.set(to, known.get(to) ?? `${source.path} imports ${found.name}`));
    }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from)?.keys() ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      return reaches(next, to, seen.add(next));
    });
  return [...edges].flatMap(([from, known]) =>
    [...known]
      .filter(([to]) => reaches(to, from))
      .map(([to, example]) => `${from} and ${to} need each other: ${example}`),
  );
}

/** The folders, in the last one that both are in, that two files lie in; `undefined` where one of them lies in it itself. */
function neighbours(path: string, target: string): readonly [string, string] | undefined {
  const [from, to] = [path.split('/').slice(0, -1), target.split('/').slice(0, -1)];
  const shared = from.findIndex((name, at) => name !== to[at]);
  if (shared < 1 || to[shared] === undefined) return undefined;
  return [from.slice(0, shared + 1).join('/'), to.slice(0, shared + 1).join('/')];
}

function clientLines(tree: SourceTree): string[] {
  return [...tree.sources.values()].flatMap((source) => {
    const needed = /^(hooks|components)\//.test(source.path) && runsInClient(tree, source);
    if (needed === source.usesClient) return [];
    return [`${source.path} ${needed ? "must begin with 'use client'" : "has no use for 'use client'"}`];
  });
}

/** Whether a module renders or calls React, or imports one that does: a server component could not run it. */
function runsInClient(tree: SourceTree, source: Source): boolean {
  return [source, ...loadedWith(tree, source)].some(
    ({ path, imports }) => path.endsWith('.tsx') || imports.some(callsReact),
  );
}

/** Query options are plain data that a server may make too; hooks and providers are not. */
function callsReact({ name, reach, names }: Import): boolean {
  if (reach !== 'static') return false;
  if (name === 'react' || name.startsWith('react/')) return true;
  return (
    name === '@tanstack/react-query' && names.some((each) => /^(\*|use[A-Z]\w*|\w+(Provider|Boundary))$/.test(each))
  );
}

function longFiles({ sources }: SourceTree): string[] {
  return [...sources.values()]
    .filter(({ lines }) => lines > maximumLines)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}

function untrusted({ sources }: SourceTree): string[] {
  return [...sources.values()].flatMap(({ path, members }) =>
    ['Math.random', 'URL.canParse'].filter((name) => members.has(name)).map((name) => `${path} calls ${name}`),
  );
}

/** Every module that is loaded when this one is. */
function loadedWith(tree: SourceTree, source: Source, seen: Set<Source> = new Set()): Set<Source> {
  if (seen.has(source)) return seen;
  seen.add(source);
  for (const next of neededBy(tree, source)) loadedWith(tree, next, seen);
  return seen;
}

function neededBy(tree: SourceTree, source: Source): Source[] {
  return importedBy(tree, source, ({ reach }) => reach === 'static');
}

function importedBy(tree: SourceTree, source: Source, isMeant: (found: Import) => boolean): Source[] {
  return source.imports
    .filter(isMeant)
    .map((found) => moduleOf(tree, source, found))
    .filter((found) => found !== undefined);
}

function everyImport(
  { sources }: SourceTree,
  faultOf: (source: Source, found: Import) => string | undefined,
): string[] {
  return [...sources.values()].flatMap((source) =>
    source.imports.flatMap((found) => {
      const fault = faultOf(source, found);
      return fault === undefined ? [] : [`${source.path} imports ${found.name}: ${fault}`];
    }),
  );
}
