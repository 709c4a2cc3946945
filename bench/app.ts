import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import config from '../vite.config.js';
import { node, npm } from './npm.js';

/** A React app in a folder of its own, with the kit installed as a user would install it from the registry. */
export type App = { readonly folder: string; readonly remove: () => void };

/** Builds the package, packs it and installs it beside React. The checkout's own `dist` is not changed. */
export async function makeApp(root: string): Promise<App> {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const remove = () => rmSync(home, { recursive: true, force: true });
  process.once('exit', remove);
  const folder = join(home, 'app');
  mkdirSync(folder);
  const names = ['react', 'react-dom', '@tanstack/react-query'];
  const { devDependencies } = readManifest(root);
  const dependencies = Object.fromEntries(names.map((name) => [name, devDependencies[name]]));
  const manifest = { name: 'app', private: true, type: 'module', dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  npm(folder, 'install', '--no-audit', '--no-fund', await pack(root, join(home, 'package')));
  return { folder, remove };
}

/** @returns the packed package's file. */
async function pack(root: string, folder: string): Promise<string> {
  mkdirSync(folder);
  for (const file of ['package.json', 'LICENSE', 'README.md', 'CHANGELOG.md'])
    cpSync(join(root, file), join(folder, file));
  const outDir = join(folder, 'dist');
  await build({ ...config, configFile: false, root, logLevel: 'error', build: { ...config.build, outDir } });
  node(root, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', outDir);
  const [packed] = JSON.parse(npm(folder, 'pack', '--json', '--ignore-scripts')) as [{ filename: string }];
  return join(folder, packed.filename);
}

function readManifest(root: string): { devDependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}
