import { entrances, floors, isNodeFile, maximumLines, nodeGlobals, program } from './floors.js';
import { entranceOf, type House, isProgram, moduleOf, packageOf, roomOf, targetOf } from './house.js';
import type { Import, Source } from './source.js';

/** A rule of the house: its sentence, and what breaks it, each fault by the file's and the import's name. */
export type Rule = { says: string; faults: (house: House) => string[] };

export const rules: Rule[] = [
  { says: 'every file lives in a room or is an entrance', faults: homeless },
  { says: 'a room imports only from the rooms that its floor allows', faults: floorBreakers },
  { says: 'a room receives only its own packages', faults: packageBreakers },
  { says: 'only the files made for Node name Node', faults: nodeBreakers },
  { says: 'an entrance brings along only what it needs from the start', faults: heavyEntrances },
  { says: 'an entrance is a list of exports, and nobody else keeps one', faults: barrels },
  { says: 'no module needs itself to load', faults: cycles },
  { says: "'use client' is the first line where React is used, and nowhere else", faults: clientLines },
  { says: `no file is longer than ${maximumLines} lines`, faults: longFiles },
  {
    says: 'nothing draws chance from Math.random, nor asks URL.canParse, which Node 20 answers wrongly',
    faults: untrusted,
  },
];

function homeless({ sources, others }: House): string[] {
  const modules = [...sources.keys()].filter((path) => !roomOf(path) && !entranceOf(path) && !isProgram(path));
  const strays = others.filter((path) => !(path.startsWith('components/') && path.endsWith('.css')));
  return [...modules, ...strays].map((path) => `${path} is in no room`);
}

function floorBreakers(house: House): string[] {
  return everyImport(house, (source, found) => {
    const target = targetOf(source, found);
    if (target === undefined) return undefined;
    if (moduleOf(house, source, found) === undefined) return `${target} is not a module of src`;
    const from = roomOf(source.path);
    const to = roomOf(target.replace(/\.js$/, '.ts'));
    if (to === undefined) return 'nobody imports an entrance';
    if (from === to && entranceOf(source.path) === undefined) return undefined;
    const allowed = allowedRooms(source.path);
    if (allowed.rooms.includes(to) || (found.reach === 'type' && allowed.types.includes(to))) return undefined;
    return allowed.types.includes(to) ? `only types of ${to} are allowed here` : `${to} is not allowed here`;
  });
}

function allowedRooms(path: string): { rooms: string[]; types: string[] } {
  const room = floors[roomOf(path) ?? ''];
  if (room !== undefined) return { rooms: room.rooms, types: room.types ?? [] };
  return { rooms: isProgram(path) ? program.rooms : (entrances[entranceOf(path) ?? '']?.rooms ?? []), types: [] };
}

function packageBreakers(house: House): string[] {
  return everyImport(house, (source, found) => {
    if (found.name === '(computed)') return 'an import is written out, so that it can be checked';
    const name = packageOf(found);
    if (name === undefined) return undefined;
    const { packages = [], lazily = [] } = floors[roomOf(source.path) ?? ''] ?? {};
    if (packages.includes(name) || (lazily.includes(name) && found.reach !== 'static')) return undefined;
    return lazily.includes(name) ? 'only by import(), or as a type' : `${name} is not for this room`;
  });
}

function nodeBreakers(house: House): string[] {
  const imports = everyImport(house, (source, { name }) =>
    name.startsWith('node:') && !isNodeFile(source.path) ? 'only for the files made for Node' : undefined,
  );
  const globals = [...house.sources.values()]
    .filter(({ path }) => !isNodeFile(path))
    .flatMap(({ path, identifiers }) =>
      nodeGlobals.filter((name) => identifiers.has(name)).map((name) => `${path} names ${name}, which only Node has`),
    );
  return [...imports, ...globals];
}

function heavyEntrances(house: House): string[] {
  return Object.entries(entrances).flatMap(([name, { firstLoad }]) => {
    const entrance = house.sources.get(`${name}.ts`);
    if (entrance === undefined) return [];
    return [...loadedWith(house, entrance)].flatMap((source) =>
      source.imports
        .filter((found) => found.reach === 'static' && targetOf(source, found) === undefined)
        .filter((found) => !firstLoad.includes(packageOf(found) ?? found.name))
        .map((found) => `${name}.ts loads ${found.name} from the start, by ${source.path}`),
    );
  });
}

function barrels({ sources }: House): string[] {
  return [...sources.values()].flatMap((source) => {
    if (isProgram(source.path)) return [];
    if (entranceOf(source.path) !== undefined)
      return source.onlyExportLists ? [] : [`${source.path} does more than name its exports`];
    const reexports = source.imports.filter(({ reexport }) => reexport).map(({ name }) => name);
    return [...reexports, ...source.passedOn].map((name) => `${source.path} passes ${name} on`);
  });
}

function cycles(house: House): string[] {
  return [...house.sources.values()]
    .map((source) => wayBack(house, source))
    .filter((way) => way !== undefined)
    .filter((way) => way[0] === [...way].sort()[0]) // a circle is told once, from its first name in the alphabet
    .map((way) => [...way, way[0]].join(' → '));
}

/** The shortest circle of run-time imports through this module, if there is one. */
function wayBack(house: House, start: Source): string[] | undefined {
  const ways = [[start]];
  const seen = new Set<Source>();
  for (const way of ways)
    for (const next of neededBy(house, way.at(-1) ?? start)) {
      if (next === start) return way.map(({ path }) => path);
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  return undefined;
}

function clientLines(house: House): string[] {
  return [...house.sources.values()].flatMap((source) => {
    const needed = /^(hooks|components)\//.test(source.path) && runsInClient(house, source);
    if (needed === source.usesClient) return [];
    return [`${source.path} ${needed ? "must begin with 'use client'" : "has no use for 'use client'"}`];
  });
}

/** Draws, calls React, or calls what does: a server could not run it. */
function runsInClient(house: House, source: Source): boolean {
  return [source, ...loadedWith(house, source)].some(
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

function longFiles({ sources }: House): string[] {
  return [...sources.values()]
    .filter(({ lines }) => lines > maximumLines)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}

function untrusted({ sources }: House): string[] {
  return [...sources.values()].flatMap(({ path, members }) =>
    ['Math.random', 'URL.canParse'].filter((name) => members.has(name)).map((name) => `${path} calls ${name}`),
  );
}

/** Every module that is loaded when this one is. */
function loadedWith(house: House, source: Source, seen: Set<Source> = new Set()): Set<Source> {
  if (seen.has(source)) return seen;
  seen.add(source);
  for (const next of neededBy(house, source)) loadedWith(house, next, seen);
  return seen;
}

function neededBy(house: House, source: Source): Source[] {
  return source.imports
    .filter(({ reach }) => reach === 'static')
    .map((found) => moduleOf(house, source, found))
    .filter((found) => found !== undefined);
}

function everyImport({ sources }: House, faultOf: (source: Source, found: Import) => string | undefined): string[] {
  return [...sources.values()].flatMap((source) =>
    source.imports.flatMap((found) => {
      const fault = faultOf(source, found);
      return fault === undefined ? [] : [`${source.path} imports ${found.name}: ${fault}`];
    }),
  );
}
