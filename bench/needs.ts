import { availableParallelism } from 'node:os';
import { newestBinaries } from '../test/support/postgresBinaries.js';

/** What a part cannot run without. */
export type Need = 'Linux' | 'two cores' | 'PostgreSQL';

/** Whether this machine has it. */
export function has(need: Need): boolean {
  switch (need) {
    case 'Linux':
      return process.platform === 'linux'; // whose /proc says what a process uses
    case 'two cores':
      return availableParallelism() > 1;
    case 'PostgreSQL':
      return newestBinaries() !== undefined;
  }
}
