// Runs a TypeScript program: `node scripts/run.mjs checks/vectors/main.ts [arguments]`. Vite bundles our own modules, packages
// stay outside. The program runs in the project's folder (import.meta.url is that of the bundle, so it is of no use there), and
// its exit code is ours.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const [entry, ...args] = process.argv.slice(2);

if (entry === undefined) {
  console.error('Which program? node scripts/run.mjs <entry.ts> [arguments]');
  process.exitCode = 1;
} else {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'run-')); // one for each run: two may run at the same time
  try {
    await bundle(entry, outDir);
    process.exitCode = await run(join(outDir, 'main.mjs'), args);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

async function bundle(program, outDir) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: join(root, program),
      outDir,
      target: 'node20',
      minify: false,
      sourcemap: true,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
}

/** Waits for the program and answers its exit code; who stops us, stops it. */
function run(file, args) {
  const child = spawn(process.execPath, ['--enable-source-maps', file, ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
