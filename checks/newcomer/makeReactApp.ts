import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a new app of Vite with React and TypeScript has, in the versions that this repository has, installed. */
export function makeReactApp(root: string, app: string): void {
  const versionOf = (name: string): string =>
    (JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;
  const versions = (...names: string[]) => Object.fromEntries(names.map((name) => [name, versionOf(name)]));
  const manifest = {
    private: true,
    type: 'module',
    dependencies: versions('react', 'react-dom'),
    devDependencies: versions('vite', '@vitejs/plugin-react'),
  };
  mkdirSync(join(app, 'src'));
  const write = (name: string, text: string) => writeFileSync(join(app, name), text);
  write('package.json', JSON.stringify(manifest, null, 2));
  write(
    'vite.config.js',
    "import react from '@vitejs/plugin-react'\nimport { defineConfig } from 'vite'\n\nexport default defineConfig({ plugins: [react()] })\n",
  );
  write(
    'index.html',
    '<!doctype html>\n<html lang="en">\n<title>app</title>\n<div id="root"></div>\n<script type="module" src="/src/main.tsx"></script>\n</html>\n',
  );
  write(
    'src/main.tsx',
    "import { StrictMode } from 'react'\nimport { createRoot } from 'react-dom/client'\nimport App from './App'\n\ncreateRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>)\n",
  );
  execFileSync('npm', ['install', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: app,
    stdio: 'ignore',
  });
}
