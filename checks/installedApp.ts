import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from './pack.js';

type Manifest = { readonly dependencies?: Readonly<Record<string, string>> };

/**
 * An app's folder with the packed package as `npm install` would leave it, without asking a registry: real copies, so that every package
 * finds the app's React and no other.
 *
 * @param root - the repository, built.
 * @param reactFrom - a folder whose `node_modules` have the app's React.
 * @returns the folder, and what removes it.
 */
export function installedApp(root: string, reactFrom: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-app-'));
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'latchkey');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', pack(root, folder), '-C', installed, '--strip-components=1']);

  const copied = new Set(['latchkey']);
  const copy = (name: string, from: string) => {
    if (copied.has(name)) return;
    copied.add(name);
    const source = join(from, 'node_modules', name);
    cpSync(source, join(modules, name), {
      recursive: true,
      dereference: true,
      filter: (path) => !isNested(source, path),
    });
    for (const needed of dependenciesOf(join(modules, name))) copy(needed, from);
  };
  for (const name of ['react', 'react-dom']) copyReact(name);
  for (const name of ['@tanstack/react-query', ...dependenciesOf(installed)]) copy(name, root);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };

  function copyReact(name: string) {
    copied.add(name);
    const manifest = createRequire(join(reactFrom, 'package.json')).resolve(`${name}/package.json`);
    cpSync(join(manifest, '..'), join(modules, name), { recursive: true, dereference: true });
    for (const needed of dependenciesOf(join(modules, name))) if (!copied.has(needed)) copyReact(needed);
  }
}

const isNested = (source: string, path: string): boolean => path.startsWith(join(source, 'node_modules'));

function dependenciesOf(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  return Object.keys(dependencies);
}
