import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages that were installed into an app, without React. */
export type Weight = {
  readonly packages: number;
  readonly megabytes: number;
  /** The packages with their size, largest first. */
  readonly parts: readonly { readonly name: string; readonly megabytes: number }[];
};

const react = ['node_modules/react', 'node_modules/react-dom', 'node_modules/scheduler'];

/** Counts the packages below an app's `node_modules` and adds up the bytes of their files. */
export function installedWeight(app: string): Weight {
  const lock = readFileSync(join(app, 'node_modules/.package-lock.json'), 'utf8');
  const packages = Object.keys((JSON.parse(lock) as { packages: object }).packages).filter(
    (path) => !react.includes(path),
  );
  // The files of a nested package count for that package only.
  const parts = packages
    .map((path) => ({ name: path.replace('node_modules/', ''), megabytes: bytesIn(join(app, path)) / 1e6 }))
    .sort((one, other) => other.megabytes - one.megabytes);
  const megabytes = parts.reduce((sum, part) => sum + part.megabytes, 0);
  return { packages: packages.length, megabytes, parts };
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
