// The declarations of the packed package in an app, with the least TypeScript that the README names and with this repository's own, without
// `skipLibCheck`; and what hooks say there that they throw. Run `npm run build` first; prints a line a check and fails with what is wrong.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../check.js';
import { installedApp } from '../installedApp.js';
import { app } from './app.js';
import { throwsFaults } from './throwsFaults.js';

const root = process.cwd();
const compilers = ['typescript-least', 'typescript'];
const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node', 'react'],
};

const { folder, remove } = installedApp(root, join(root, 'test/react-18'));
try {
  linkOthers();
  writeFileSync(join(folder, 'app.tsx'), app);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.tsx'] }));
  for (const compiler of compilers) {
    const program = join(root, 'node_modules', compiler, 'bin/tsc');
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
    const version = run('--version').stdout.trim();
    // What other packages' declarations ask of a compiler is not ours.
    const faults = run('--pretty', 'false')
      .stdout.split('\n')
      .filter((line) => /^(app\.tsx|node_modules\/latchkey)\b/.test(line));
    check(`the declarations are read by TypeScript ${version.replace('Version ', '')}`, faults);
  }
  check(
    'the docstring of a hook lists what its operation throws',
    throwsFaults(join(folder, 'app.tsx'), join(folder, 'node_modules/latchkey/dist/index.d.ts')),
  );
} finally {
  remove();
}

/** The optional packages of the service, and the types of React and Node. */
function linkOthers(): void {
  for (const name of ['@types', 'kysely', 'hono', 'csstype', 'undici-types']) {
    const at = join(folder, 'node_modules', name);
    mkdirSync(join(at, '..'), { recursive: true });
    if (!existsSync(at)) symlinkSync(join(root, 'node_modules', name), at);
  }
}
