// Bundles the declarations that `tsc` wrote, a file a module, into one for each entrance and `types/` for what several share. Types keep
// their names, their docstrings and their places: a class that two entrances export is declared once. Docstrings of hooks are given what
// the hook's operation throws.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { documentThrows } from './documentThrows.mjs';

const root = join(import.meta.dirname, '..');
const source = join(root, 'dist/declarations');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entrances = Object.values(exports).flatMap(({ types }) => /^\.\/dist\/([\w/]+)\.d\.ts$/.exec(types)?.[1] ?? []);

documentThrows(source, await import('../dist/contract.js'));
const bundle = await rollup({
  input: Object.fromEntries(entrances.map((name) => [name, join(source, `${name}.d.ts`)])),
  external: (id) => !/^[./]/.test(id),
  plugins: [dts()],
  onLog: (level, { message }) => {
    // An app that names such a type finds it by its file, as it did before.
    if (level === 'warn' && !message.includes('private shared type exports')) throw new Error(message);
  },
});
await bundle.write({
  dir: join(root, 'dist'),
  format: 'es',
  entryFileNames: '[name].d.ts',
  chunkFileNames: ({ moduleIds }) => `types/${folderOf(moduleIds)}.d.ts`,
  minifyInternalExports: false,
  // What two entrances need of the verifier of proofs is less than what a third one needs, and no file of its own.
  manualChunks: (id) => (id.includes('/crypto/proofs/') ? 'crypto-proofs' : undefined),
});
await bundle.close();
rmSync(source, { recursive: true });

/** The folder that most of the modules are in. */
function folderOf(moduleIds) {
  const folders = moduleIds.map(
    (id) =>
      id
        .slice(source.length + 1)
        .split('/')
        .slice(0, -1)
        .join('-') || 'errors',
  );
  const count = (folder) => folders.filter((each) => each === folder).length;
  return folders.reduce((most, folder) => (count(folder) > count(most) ? folder : most));
}
