import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { test } from 'vitest';

/** The path of a file in the folder of third-party vectors (`../shared`). If it is absent, `undefined`, and a line of output. */
function shared(path: string): string | undefined {
  const found = fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url));
  if (existsSync(found)) return found;
  console.info(`not run: ../shared/${path} is absent`);
  return undefined;
}

/** The text of a file in `../shared`. Files that end with `.gz` are unpacked. */
export function sharedText(path: string): string | undefined {
  const found = shared(path);
  if (found === undefined) return undefined;
  return found.endsWith('.gz') ? gunzipSync(readFileSync(found)).toString('utf8') : readFileSync(found, 'utf8');
}

/** The parsed JSON of a file in `../shared`. */
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

/** A test with vectors, which is skipped if they are absent. */
export function testShared<T>(vectors: T | undefined, name: string, run: (vectors: T) => void | Promise<void>): void {
  test.skipIf(vectors === undefined)(name, () => run(vectors as T));
}
