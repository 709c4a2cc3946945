import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'vite';
import config from '../../../vite.config.js';
import { filesIn } from '../filesIn.js';

/** The program `latchkey` as JavaScript, in a folder below `node_modules`. */
export type Program = { readonly path: string };

/**
 * `as packed`: the modules of the package. `in few files`: bundled with most of its dependencies, for tests that start it often. That takes
 * a third of the time, because a start mostly loads hundreds of files.
 */
export type Form = 'as packed' | 'in few files';

/** Builds the program, once for each form and each state of the sources: later calls and other processes use the same build. */
export async function buildProgram(form: Form = 'as packed'): Promise<Program> {
  const root = process.cwd();
  const programs = join(root, 'node_modules/.cache/latchkey-program');
  const folder = join(programs, `${stateOf(root)}-${form.replaceAll(' ', '-')}`);
  const path = join(folder, 'dist/bin.js');
  if (existsSync(path)) return { path };
  mkdirSync(programs, { recursive: true });
  removeOld(programs);
  const made = mkdtempSync(join(programs, 'making-'));
  copyFileSync(join(root, 'package.json'), join(made, 'package.json'));
  await build({
    ...config,
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ...config.build,
      outDir: join(made, 'dist'),
      sourcemap: false,
      ...(form === 'in few files' && inFewFiles(root)),
    },
  });
  try {
    renameSync(made, folder);
  } catch {
    rmSync(made, { recursive: true, force: true }); // another process was faster
  }
  return { path };
}

/** Packages that are no JavaScript alone, look for files of their own, or are shared with what the process imports before. */
const outside = [/^node:/, /^(libsql|pg|nodemailer|@bitauth\/libauth|@opentelemetry\/api|sql\.js)(\/|$)/];

/** As deep as the modules that look for the package's manifest. */
const inFewFiles = (root: string): BuildOptions => ({
  lib: { entry: { bin: join(root, 'src/bin.ts') }, formats: ['es'] },
  rolldownOptions: {
    platform: 'node',
    external: outside,
    output: { entryFileNames: '[name].js', chunkFileNames: 'service/node/[name]-[hash].js' },
  },
});

/** A hash of all sources of the program. */
function stateOf(root: string): string {
  const hash = createHash('sha256');
  const build = ['package.json', 'package-lock.json', 'vite.config.ts', 'scripts/chunks.ts', 'scripts/distFiles.ts'];
  for (const path of [...filesIn(root, 'src').sort(), ...build, 'test/support/live/program.ts'])
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex').slice(0, 32);
}

/** Older builds are removed. */
const oldMs = 24 * 60 * 60_000;

function removeOld(programs: string): void {
  for (const name of readdirSync(programs)) {
    const folder = join(programs, name);
    const { mtimeMs } = statSync(folder);
    if (Date.now() - mtimeMs > oldMs) rmSync(folder, { recursive: true, force: true });
  }
}
