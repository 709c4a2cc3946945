import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findVectors } from '../../test/support/vectorFolders.js';

/** A suite's vectors are not there: it is left out. */
export class VectorsAbsent extends Error {
  override name = 'VectorsAbsent';
}

function placeOf(path: string): string {
  const place = findVectors(path);
  if (place === undefined) throw new VectorsAbsent(path);
  return place;
}

/** The parsed JSON of a file of vectors, unpacked if it is packed. `T` is what the caller knows about its shape. */
export function readVectors<T>(path: string): T {
  const bytes = readFileSync(placeOf(path));
  return JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')) as T;
}

/** The lines of a file of vectors. */
export function readLines(path: string): string[] {
  return readFileSync(placeOf(path), 'utf8').trimEnd().split('\n');
}

/** The files of JSON in a folder of vectors and those below it, in order. */
export function listVectors(path: string): string[] {
  return readdirSync(placeOf(path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !name.endsWith('package.json'))
    .map((name) => join(path, name))
    .sort();
}
