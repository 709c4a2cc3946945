import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What was installed into an app, React itself not counted. */
export type Weight = { readonly packages: number; readonly megabytes: number };

const react = ['node_modules/react', 'node_modules/react-dom', 'node_modules/scheduler'];

/** Counts the packages below an app's `node_modules` and adds up the bytes of their files. */
export function installedWeight(app: string): Weight {
  const lock = readFileSync(join(app, 'node_modules/.package-lock.json'), 'utf8');
  const packages = Object.keys((JSON.parse(lock) as { packages: object }).packages).filter(
    (path) => !react.includes(path),
  );
  // A package that stands within another is counted with its own files, not again with those of the other.
  const bytes = packages.map((path) => bytesIn(join(app, path)));
  return { packages: packages.length, megabytes: bytes.reduce((sum, each) => sum + each, 0) / 1e6 };
}

function bytesIn(folder: string): number {
  const sizes = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? bytesIn(path) : lstatSync(path).size;
    });
  return sizes.reduce((sum, each) => sum + each, 0);
}
