import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import config from '../../../vite.config.js';

/** The program `latchkey` as JavaScript, in a folder of its own below this checkout's packages. */
export type Program = { readonly path: string; readonly remove: () => void };

/** Builds the program as the package has it. */
export async function buildProgram(): Promise<Program> {
  const root = process.cwd();
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'latchkey-program-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  const entry = { bin: join(root, 'src/bin.ts') };
  await build({
    ...config,
    configFile: false,
    root,
    logLevel: 'error',
    build: { ...config.build, outDir: join(folder, 'dist'), sourcemap: false, lib: { entry, formats: ['es'] } },
  });
  return { path: join(folder, 'dist/bin.js'), remove };
}
