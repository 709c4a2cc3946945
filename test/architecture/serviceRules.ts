import { serviceLayers } from './layers.js';
import type { Rule } from './rules.js';
import type { Import, Source } from './source.js';
import { moduleOf, type SourceTree } from './sourceTree.js';

/** The rules for the layers inside the service. */
export const serviceRules: Rule[] = [
  { title: 'every file of the service is in one of its layers', faults: outsideLayers },
  { title: 'a layer of the service imports only from the layers below it', faults: importsFromAbove },
  { title: 'an area of the coordinator imports nothing from the operations of another', faults: operationsOfOthers },
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

function operationsOfOthers(tree: SourceTree): string[] {
  return importsWithin(tree)
    .filter(
      ({ source, target }) => areaOf(source.path) && areaOf(target.path) && areaOf(source.path) !== areaOf(target.path),
    )
    .map(({ source, found, target }) => `${source.path} imports ${found.name}: an operation of ${areaOf(target.path)}`);
}

const inService = 'service/';

/** The area of an operation's file, which is its folder or its name. */
const areaOf = (path: string): string | undefined => /^service\/coordinator\/operations\/(\w+)/.exec(path)?.[1];

/** Layers that are written down and are not there. */
export function layersOfNothing(tree: SourceTree): string[] {
  const paths = filesOfService(tree).map(({ path }) => path.slice(inService.length));
  return serviceLayers
    .flat()
    .filter((name) => !paths.some((path) => (name.endsWith('/') ? path.startsWith(name) : path === name)))
    .map((name) => `${name} is a layer, and neither a file nor a folder`);
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
