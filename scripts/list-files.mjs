// Lists the files of the built package with their SHA-256: `dist/files.txt`, which Boot Proofs measure.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const dist = join(import.meta.dirname, '../dist');
const list = join(dist, 'files.txt');
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  // What runs and is shown: declarations are for editors.
  .filter((path) => path !== list && !path.endsWith('.d.ts'));
const lines = files.map((path) => {
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
  return `${digest}  ${relative(dist, path).split(sep).join('/')}\n`;
});
writeFileSync(list, lines.sort((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1)).join(''));
