import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root: string = join(import.meta.dirname, '../..');

type Manifest = {
  version: string;
  engines: Record<string, string>;
  repository: { type: string; url: string; directory?: string };
  homepage: string;
  bugs: { url: string };
  scripts: Record<string, string>;
  exports: Record<string, unknown>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};
type Locked = { hasInstallScript?: true; integrity?: string; link?: true; dependencies?: Record<string, string> };

export const manifest: Manifest = read('package.json');

/** That of `latchkey-service`, the second package of the repository. */
export const serviceManifest: Manifest = read('packages/latchkey-service/package.json');

/** What the lock holds, by path such as `node_modules/valibot`. */
export const locked: Record<string, Locked> = read<{ packages: Record<string, Locked> }>('package-lock.json').packages;

function read<T>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
}
