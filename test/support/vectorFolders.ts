import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where published vectors are looked for, in this order. They are not part of the project: `beside` it is what somebody has put there,
 * `fetched` what `npm run vectors:fetch` has brought.
 */
export const vectorFolders = { beside: '../shared/vectors', fetched: '.vectors' } as const;

/** The path of a file or a folder of vectors, such as `bip39/vectors.json`, if it is there. */
export function findVectors(path: string, root: string = process.cwd()): string | undefined {
  const places = Object.values(vectorFolders).map((folder) => join(root, folder, path));
  return places.find((place) => existsSync(place));
}

/** How one comes by what is absent. */
export const howToFetch = '`npm run vectors:fetch` brings most';
