import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Program } from '../attestation/bootProof.js';
import { manifest } from './packages.js';

/** The folder that this module was built into, or `src`. */
const folder = join(import.meta.dirname, '../..');

/** What runs, as Boot Proofs say it: the list of its files that the build has made. From its sources it is not measured. */
export function measuredProgram(): Pick<Program, 'version' | 'files'> {
  const { version } = manifest();
  const isBuilt = basename(folder) === 'dist';
  return { version, files: isBuilt ? readFileSync(join(folder, 'files.txt'), 'utf8') : 'latchkey from its sources\n' };
}
