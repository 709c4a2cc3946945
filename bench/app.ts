import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from '../checks/pack.js';
import { npm } from './npm.js';

let made: string | undefined;

/**
 * The folder of a React app with the kit, packed as it was built, and installed as a user would install it from the registry. All parts
 * of a run share it.
 */
export function appFolder(root: string): string {
  made ??= makeApp(root);
  return made;
}

function makeApp(root: string): string {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, 'app');
  mkdirSync(folder);
  const names = ['react', 'react-dom', '@tanstack/react-query'];
  const { devDependencies } = readManifest(root);
  const dependencies = Object.fromEntries(names.map((name) => [name, devDependencies[name]]));
  const manifest = { name: 'app', private: true, type: 'module', dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', pack(root, home));
  return folder;
}

function readManifest(root: string): { devDependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}
