import { posix } from 'node:path';
import { entryPoints, layers, program } from './layers.js';
import { type Import, readSource, type Source } from './source.js';

/** All of src/ by path relative to it, such as `crypto/hex.ts`. Files that are not modules are listed by path only. */
export type SourceTree = { sources: Map<string, Source>; others: string[] };

export function readSourceTree(texts: Record<string, string>): SourceTree {
  const paths = Object.keys(texts).sort();
  const isModule = (path: string) => /\.tsx?$/.test(path);
  return {
    sources: new Map(paths.filter(isModule).map((path) => [path, readSource(path, texts[path] ?? '')])),
    others: paths.filter((path) => !isModule(path)),
  };
}

/** `crypto` for `crypto/hex.ts`, `errors` for `errors.ts`; undefined where no layer is. */
export function layerOf(path: string): string | undefined {
  const [first = '', ...rest] = path.split('/');
  const name = rest.length === 0 ? first.replace(/\.ts$/, '') : first;
  if (rest.length === 0 && name !== 'errors') return undefined;
  return name in layers ? name : undefined;
}

/** `client` for `client.ts`, `ethereum/react` for `ethereum/react.ts`. */
export function entryPointOf(path: string): string | undefined {
  const name = /^([\w/]+)\.ts$/.exec(path)?.[1];
  return name !== undefined && name in entryPoints ? name : undefined;
}

export function isProgram(path: string): boolean {
  return path === program.path;
}

/** The path under src/ of a relative import, or undefined for a package. */
export function targetOf(source: Source, { name }: Import): string | undefined {
  if (!name.startsWith('.')) return undefined;
  return posix.normalize(posix.join(posix.dirname(source.path), name));
}

/** The module that a relative import loads: `./hex.js` is hex.ts or hex.tsx. */
export function moduleOf(tree: SourceTree, source: Source, found: Import): Source | undefined {
  const target = targetOf(source, found);
  if (target === undefined) return undefined;
  return tree.sources.get(target.replace(/\.js$/, '.ts')) ?? tree.sources.get(target.replace(/\.js$/, '.tsx'));
}

/** `@noble/curves` for `@noble/curves/p256.js`; undefined for relative names and Node's own modules. */
export function packageOf({ name }: Import): string | undefined {
  if (name.startsWith('.') || name.startsWith('node:')) return undefined;
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}
