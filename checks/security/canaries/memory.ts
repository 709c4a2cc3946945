import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { type Found, type Search, textOf, together } from './search.js';

const chunkBytes = 4 * 2 ** 20;

/**
 * Searches the memory of a running process, as a core dump would hold it. The result is reported, and is no fault: the service needs
 * secrets in memory to use them.
 *
 * @see proc(5), /proc/pid/smaps and /proc/pid/mem
 */
export function searchMemory(pid: number, search: Search): string {
  const found: Found[] = [];
  let bytes = 0;
  let memory: number;
  try {
    memory = openSync(`/proc/${pid}/mem`, 'r');
  } catch (error) {
    return `memory: not read (${String((error as NodeJS.ErrnoException).code)})`;
  }
  const chunk = Buffer.alloc(chunkBytes);
  for (const { start, end } of residentMappings(pid)) {
    for (let at = start; at < end; at += chunkBytes) {
      const read = readAt(memory, chunk, at, Math.min(chunkBytes, end - at));
      bytes += read;
      if (read > 0) found.push(search(chunk.subarray(0, read)));
    }
  }
  closeSync(memory);
  return `memory while it runs (${Math.round(bytes / 2 ** 20)} MiB), for the record: ${textOf(together(found))}`;
}

/** @returns 0 if the mapping no longer exists. */
function readAt(memory: number, chunk: Buffer, at: number, length: number): number {
  try {
    return readSync(memory, chunk, 0, length, at);
  } catch {
    return 0;
  }
}

/** Writable mappings with at least one resident page. */
function residentMappings(pid: number): { start: number; end: number }[] {
  const blocks = readFileSync(`/proc/${pid}/smaps`, 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
  return blocks.flatMap((block) => {
    const [, start = '0', end = '0'] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(block) ?? [];
    const residentKib = Number(/^Rss:\s+(\d+) kB/m.exec(block)?.[1] ?? 0);
    const range = { start: Number.parseInt(start, 16), end: Number.parseInt(end, 16) };
    return residentKib > 0 && range.end - range.start < 2 ** 30 ? [range] : [];
  });
}
