import { isObject } from '../../crypto/json.js';
import { type Descriptor, listOf, memberOf } from './descriptor.js';

/**
 * Descriptors of a registry with what they include, each under its own members. Fields of a format with the same path are one.
 *
 * @param files - by their paths, which `includes` are relative to.
 * @returns those whose includes are all there.
 */
export function mergeIncludes(files: { readonly [path: string]: Descriptor }): readonly Descriptor[] {
  const merged = (path: string, depth: number): Descriptor | undefined => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    if (!file || depth > mostDepth) return undefined;
    const { includes, ...own } = file;
    let all: Descriptor = {};
    for (const each of listOf(includes)) {
      const base = merged(resolved(path, String(each)), depth + 1);
      if (!base) return undefined;
      all = over(all, base);
    }
    return over(all, own);
  };
  return Object.keys(files)
    .map((path) => merged(path, 0))
    .filter((descriptor) => descriptor !== undefined);
}

const mostDepth = 4;

/** The path of a file that another one names. */
function resolved(path: string, include: string): string {
  const folders = path.split('/').slice(0, -1);
  for (const part of include.split('/'))
    if (part === '..') folders.pop();
    else if (part !== '.') folders.push(part);
  return folders.join('/');
}

/** Objects member by member, lists of fields by their paths; of everything else the upper one. */
function over(lower: Descriptor, upper: Descriptor): Descriptor {
  const names = [...new Set([...Object.keys(lower), ...Object.keys(upper)])];
  const entries = names.map((name) => {
    const [below, above] = [memberOf(lower, name), memberOf(upper, name)];
    if (above === undefined) return [name, below];
    if (isObject(below) && isObject(above)) return [name, over(below, above)];
    return [name, name === 'fields' && Array.isArray(below) && Array.isArray(above) ? fieldsOver(below, above) : above];
  });
  return Object.fromEntries(entries) as Descriptor;
}

function fieldsOver(below: readonly unknown[], above: readonly unknown[]): readonly unknown[] {
  const samePath = (one: unknown) => (other: unknown) =>
    memberOf(one, 'path') !== undefined && memberOf(one, 'path') === memberOf(other, 'path');
  const lower = below.map((field) => {
    const upper = above.find(samePath(field));
    return isObject(field) && isObject(upper) ? over(field, upper) : field;
  });
  return [...lower, ...above.filter((field) => !below.some(samePath(field)))];
}
