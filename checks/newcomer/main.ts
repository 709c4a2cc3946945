// The first page of the README, word by word: its commands in a new React app, its code in place of the app's own, and a person who logs in
// in a browser. Both packages come as packed from a registry of this machine, all others from the configured one, into an empty cache. Run
// `npm run build` first. Prints a line a step and fails with what is wrong.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { check } from '../check.js';
import { pack } from '../pack.js';
import { startProgram } from '../startProgram.js';
import { buildNext } from './buildNext.js';
import { makeReactApp } from './makeReactApp.js';
import { openRegistry } from './openRegistry.js';
import { tryApp } from './tryApp.js';

const root = process.cwd();
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const [install = '', start = ''] = block('sh').map((line) => line.replace(/\s+#.*/, ''));
const code = block('tsx').join('\n');

const folder = mkdtempSync(join(tmpdir(), 'latchkey-newcomer-'));
const packages = [root, join(root, 'packages/latchkey-service')].map((source) => ({
  manifest: JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { name: string; version: string },
  archive: pack(source, folder),
}));
const others = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
const registry = await openRegistry(packages, others);
/** As in a developer’s shell, where nothing says for what this check was built. */
const { NODE_ENV: _, ...own } = process.env;
const env = {
  ...own,
  npm_config_registry: registry.url,
  npm_config_cache: join(folder, 'cache'),
  npm_config_yes: 'true',
};
try {
  const app = join(folder, 'app');
  mkdirSync(app);
  makeReactApp(root, app);
  // The registry answers in this process meanwhile.
  await promisify(execFile)('sh', ['-c', install], { cwd: app, env });
  check(install, []);

  const readyLine = /^latchkey ready (http:\S+)$/;
  const service = await startProgram(['sh', '-c', start], { cwd: app, env: { ...env, PORT: '0' }, readyLine });
  check(start, []);

  // A port that is free is another one than the README's.
  writeFileSync(join(app, 'src/App.tsx'), code.replace('http://localhost:4500', service.ready));
  const dev = ['npx', 'vite', '--host', 'localhost', '--port', '0', '--clearScreen', 'false'] as const;
  const page = await startProgram(dev, { cwd: app, env: { NO_COLOR: '1' }, readyLine: /Local:\s+(http:\S+?)\/?$/ });
  for (const [title, faults] of await tryApp({ app: page.ready, service: service.ready })) check(title, faults);
  await page.stop();
  await service.stop();

  const { dependencies } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as Manifest;
  const faults = await buildNext(join(folder, 'next'), { code, versions: dependencies, env });
  check('the same code is built by Next', faults);
} finally {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
}

type Manifest = { readonly dependencies: Readonly<Record<string, string>> };

/** The lines of the README's first block in a language. */
function block(language: string): string[] {
  const [, text = ''] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(readme) ?? [];
  return text.split('\n');
}
