import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every file of a folder, by its path from where the folder's own is given, with forward slashes; of no packages. */
export function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' ? [] : filesIn(root, path);
  });
}
