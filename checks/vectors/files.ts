import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Other people's vectors stand beside the project; they are no part of it. */
const folder = join(process.cwd(), '../shared/vectors');

export const vectorsArePresent = (): boolean => existsSync(folder);

/** The parsed JSON of a file of vectors, unpacked if it is packed. `T` is what the caller knows about its shape. */
export function readVectors<T>(path: string): T {
  const bytes = readFileSync(join(folder, path));
  return JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')) as T;
}

/** The lines of a file of vectors. */
export function readLines(path: string): string[] {
  return readFileSync(join(folder, path), 'utf8').trimEnd().split('\n');
}

/** The files of JSON in a folder of vectors and those below it, in order. */
export function listVectors(path: string): string[] {
  return readdirSync(join(folder, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !name.endsWith('package.json'))
    .map((name) => join(path, name))
    .sort();
}
