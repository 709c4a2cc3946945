import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Found, type Search, together } from './search.js';

const chunkBytes = 16 * 2 ** 20;
/** Longer than the longest secret in its longest encoding (a session token in hex in UTF-16), so that none is missed between two chunks. */
const overlapBytes = 16_384;

/** Searches every file below a folder. @returns what was found, and how many bytes were read. */
export function searchFolder(folder: string, search: Search): { found: Found; bytes: number } {
  if (!existsSync(folder)) return { found: new Map(), bytes: 0 };
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const results = files.map((entry) => searchFile(join(entry.parentPath, entry.name), search));
  return {
    found: together(results.map(({ found }) => found)),
    bytes: results.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Searches a file of any length. A secret in the overlap of two chunks counts twice. */
function searchFile(path: string, search: Search): { found: Found; bytes: number } {
  const size = statSync(path).size;
  const file = openSync(path, 'r');
  const found: Found[] = [];
  const chunk = Buffer.alloc(Math.min(size, chunkBytes) + overlapBytes);
  try {
    for (let at = 0; at < size; at += chunkBytes) {
      const read = readSync(file, chunk, 0, chunk.length, at);
      found.push(search(chunk.subarray(0, read)));
    }
  } finally {
    closeSync(file);
  }
  return { found: together(found), bytes: size };
}
