import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** All files of a folder, except in `node_modules`. Paths are relative to `root`, with forward slashes. */
export function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' ? [] : filesIn(root, path);
  });
}
