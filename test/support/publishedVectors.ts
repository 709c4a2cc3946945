import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { test } from 'vitest';
import { findVectors, howToFetch } from './vectorFolders.js';

const root = join(import.meta.dirname, '../..');

/** Where a file is, if it is there: of `vectors/` in one of the folders of vectors, else beside the project in `../shared`. */
function placeOf(path: string): string | undefined {
  if (path.startsWith('vectors/')) return findVectors(path.slice('vectors/'.length), root);
  const found = join(root, '../shared', path);
  return existsSync(found) ? found : undefined;
}

/** The text of a file of published vectors or facts. Files that end with `.gz` are unpacked. `undefined` where it is absent. */
export function sharedText(path: string): string | undefined {
  const found = placeOf(path);
  if (found === undefined) return undefined;
  return found.endsWith('.gz') ? gunzipSync(readFileSync(found)).toString('utf8') : readFileSync(found, 'utf8');
}

/** The parsed JSON of such a file. */
export function sharedJson<T>(path: string): T | undefined {
  const text = sharedText(path);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** A vector of `../shared/wire/vectors.json`, by its id. */
export function wireVector(id: string): Record<string, string> | undefined;
export function wireVector<T>(id: string): T | undefined;
export function wireVector<T>(id: string): T | undefined {
  const file = sharedJson<{ vectors: { id: string }[] }>('wire/vectors.json');
  if (file === undefined) return undefined;
  const vector = file.vectors.find((candidate) => candidate.id === id);
  if (vector === undefined) throw new Error(`wire/vectors.json has no vector ${id}`);
  return vector as T;
}

/** A test with vectors. Where they are absent it is left out, and the end of the run lists it (`scripts/leftOut.ts`). */
export function testShared<T>(vectors: T | undefined, name: string, run: (vectors: T) => void | Promise<void>): void {
  if (vectors === undefined) test(name, ({ skip }) => skip(`published vectors are absent: ${howToFetch}`));
  else test(name, () => run(vectors));
}
