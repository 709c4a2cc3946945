import { posix } from 'node:path';
import { serviceRooms } from './layers.js';
import type { Rule } from './rules.js';
import type { Import, Source } from './source.js';
import { moduleOf, type SourceTree } from './sourceTree.js';

/** The rules for the layers inside the service. */
export const serviceRules: Rule[] = [
  { says: 'every file of the service is in a room', faults: outsideRooms },
  { says: 'a room of the service imports from the rooms below it', faults: climbers },
  { says: 'no area of the coordinator imports the handlers of another', faults: borrowedHandlers },
];

function outsideRooms(tree: SourceTree): string[] {
  return filesOfService(tree)
    .filter(({ path }) => roomOf(path) === undefined)
    .map(({ path }) => `${path} is in no room of the service`);
}

function climbers(tree: SourceTree): string[] {
  return importsWithin(tree).flatMap(({ source, found, target }) => {
    const from = roomOf(source.path);
    const to = roomOf(target.path);
    if (!from || !to || from.name === to.name || to.floor < from.floor) return [];
    return [`${source.path} imports ${found.name}: ${to.name} is not below ${from.name}`];
  });
}

function borrowedHandlers(tree: SourceTree): string[] {
  const lists = filesOfService(tree).filter(({ path }) => isHandlerList(path));
  const handlers = new Set(lists.flatMap((list) => [list, ...ownImports(tree, list)]).map(({ path }) => path));
  return importsWithin(tree)
    .filter(({ source, target }) => handlers.has(target.path) && areaOf(source.path) !== areaOf(target.path))
    .filter(({ source, target }) => !(source.path === listOfLists && isHandlerList(target.path)))
    .map(({ source, found, target }) => `${source.path} imports ${found.name}: a handler of ${areaOf(target.path)}`);
}

const inService = 'service/';
const listOfLists = 'service/coordinator/handlers.ts';

const isHandlerList = (path: string): boolean =>
  /^service\/coordinator\/\w+\/handlers\.ts$/.test(path) && !isPipeline(path);

/** Files of the pipeline are no handlers, although its handlers.ts has their types. */
const isPipeline = (path: string): boolean => path.startsWith('service/coordinator/pipeline/');

/** The folder that a file stands in: of a handler, its area. */
const areaOf = (path: string): string => posix.basename(posix.dirname(path));

/** The files of its own area that a list of handlers imports. */
function ownImports(tree: SourceTree, list: Source): Source[] {
  return list.imports
    .map((found) => moduleOf(tree, list, found))
    .filter((target) => target !== undefined)
    .filter(({ path }) => posix.dirname(path) === posix.dirname(list.path));
}

/** The layer of a service file, by the longest matching prefix of its path. */
function roomOf(path: string): { name: string; floor: number } | undefined {
  const within = path.slice(inService.length);
  return serviceRooms
    .flatMap((names, floor) => names.map((name) => ({ name, floor })))
    .filter(({ name }) => within === name || (name.endsWith('/') && within.startsWith(name)))
    .sort((one, other) => other.name.length - one.name.length)[0];
}

const filesOfService = ({ sources }: SourceTree): Source[] =>
  [...sources.values()].filter(({ path }) => path.startsWith(inService));

type Within = { source: Source; found: Import; target: Source };

/** Every import of the service's own files, types included. */
function importsWithin(tree: SourceTree): Within[] {
  return filesOfService(tree).flatMap((source) =>
    source.imports.flatMap((found) => {
      const target = moduleOf(tree, source, found);
      return target?.path.startsWith(inService) ? [{ source, found, target }] : [];
    }),
  );
}
