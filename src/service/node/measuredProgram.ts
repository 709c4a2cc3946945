import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../attestation/bootProof.js';
import { manifest } from './packages.js';

/** The list that the build has made of the package's files. */
const list = join(import.meta.dirname, '../../files.txt');

/** What runs, as its Boot Proofs say it. Its sources are not measured. */
export const measuredProgram = (): Pick<Program, 'version' | 'files'> => ({
  version: manifest().version,
  files: existsSync(list) ? readFileSync(list, 'utf8') : 'latchkey, not listed\n',
});
