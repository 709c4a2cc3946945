import { readdirSync, readFileSync } from 'node:fs';
import type { Site } from '../site.js';

/** How many files and connections the service's process holds open. */
export const descriptors = ({ serving }: Site): number => readdirSync(`/proc/${serving.pid}/fd`).length;

/** Its resident memory, in MiB. */
export function residentMiB({ serving }: Site): number {
  const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${serving.pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
