import { posix } from 'node:path';
import { serviceLayers } from './layers.js';
import type { Rule } from './rules.js';
import type { Import, Source } from './source.js';
import { moduleOf, type SourceTree } from './sourceTree.js';

/** The rules for the layers inside the service. */
export const serviceRules: Rule[] = [
  { title: 'every file of the service is in one of its layers', faults: outsideLayers },
  { title: 'a layer of the service imports only from the layers below it', faults: importsFromAbove },
  { title: 'no area of the coordinator imports the handlers of another', faults: handlersOfOthers },
];

function outsideLayers(tree: SourceTree): string[] {
  return filesOfService(tree)
    .filter(({ path }) => layerOf(path) === undefined)
    .map(({ path }) => `${path} is in no layer of the service`);
}

function importsFromAbove(tree: SourceTree): string[] {
  return importsWithin(tree).flatMap(({ source, found, target }) => {
    const from = layerOf(source.path);
    const to = layerOf(target.path);
    if (!from || !to || from.name === to.name || to.level < from.level) return [];
    return [`${source.path} imports ${found.name}: ${to.name} is not below ${from.name}`];
  });
}

function handlersOfOthers(tree: SourceTree): string[] {
  const lists = filesOfService(tree).filter(({ path }) => isHandlerList(path));
  const handlers = new Set(lists.flatMap((list) => [list, ...ownImports(tree, list)]).map(({ path }) => path));
  return importsWithin(tree)
    .filter(({ source, target }) => handlers.has(target.path) && areaOf(source.path) !== areaOf(target.path))
    .filter(({ source, target }) => !(source.path === listOfLists && isHandlerList(target.path)))
    .map(({ source, found, target }) => `${source.path} imports ${found.name}: a handler of ${areaOf(target.path)}`);
}

const inService = 'service/';
const listOfLists = 'service/coordinator/handlers.ts';

const isHandlerList = (path: string): boolean => /^service\/coordinator\/\w+\/handlers\.ts$/.test(path);

/** The name of a file's folder, which is the area of a handler. */
const areaOf = (path: string): string => posix.basename(posix.dirname(path));

/** The files of its own area that a list of handlers imports. */
function ownImports(tree: SourceTree, list: Source): Source[] {
  return list.imports
    .map((found) => moduleOf(tree, list, found))
    .filter((target) => target !== undefined)
    .filter(({ path }) => posix.dirname(path) === posix.dirname(list.path));
}

/** The layer of a service file, by the longest matching prefix of its path. */
function layerOf(path: string): { name: string; level: number } | undefined {
  const within = path.slice(inService.length);
  return serviceLayers
    .flatMap((names, level) => names.map((name) => ({ name, level })))
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
