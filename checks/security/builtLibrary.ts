import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import config from '../../vite.config.js';

/** Builds the library into a new folder: an existing `dist` may be out of date. */
export async function builtLibrary(): Promise<{ readonly folder: string; readonly remove: () => void }> {
  const root = process.cwd();
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'latchkey-library-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  await build({ ...config, configFile: false, root, logLevel: 'error', build: { ...config.build, outDir: folder } });
  return { folder, remove };
}
