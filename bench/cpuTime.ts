import { readFileSync } from 'node:fs';

/**
 * CPU time that processes and their ended children have used, in milliseconds. The time of an ended process is in its parent's:
 * PostgreSQL ends its background workers at any time.
 *
 * @see proc(5), /proc/pid/stat 14 to 17: user and system, its own and its ended children's, in hundredths of a second
 */
export function cpuMsOf(pids: readonly number[]): number {
  const hundredths = pids.flatMap((pid) => {
    const [, fields = ''] = read(`/proc/${pid}/stat`).split(') ');
    return fields.split(' ').slice(11, 15).map(Number);
  });
  return hundredths.reduce((sum, each) => sum + each, 0) * 10;
}

/** A process and its children. */
export function familyOf(pid: number): number[] {
  return [pid, ...read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)];
}

/** A file of /proc. Empty if its process has ended, even between opening and reading. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
