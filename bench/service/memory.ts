import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pause, type Serving } from '../../test/support/live/serve.js';
import type { Figure } from '../figure.js';
import { type BenchOptions, inBatch, scaled } from '../options.js';
import { load, type Wire } from './load.js';
import { signatureOf, whoamiOf } from './parties.js';
import { residentMiB, type Site } from './serving.js';

const requestsAChunk = 50_000;

/**
 * The memory of the process at rest and after two million requests, and the growth of its heap. From one sample to the next
 * the heap changes by a tenth of a MiB: extrapolated from a few minutes, that would look like several MiB an hour.
 */
export async function memoryFigures(site: Site, options: BenchOptions): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-heap-'));
  const heapFile = join(folder, 'heap');
  const serving = await site.serve({
    node: ['--expose-gc', '--require', resolve('bench/service/heap.cjs')],
    variables: { HEAP_FILE: heapFile },
  });
  await pause(2000);
  const atRestMiB = residentMiB(serving.pid);
  const samples: { hours: number; mib: number }[] = [];
  let loadedMs = 0;
  const chunk = inBatch(requestsAChunk, options);
  const chunks = Math.max(4, scaled(40, options)); // too few samples to fit a line
  for (let index = 0; index < chunks; index += 1) {
    const requests = Array.from({ length: chunk }, (_, at) => requestOf(site, index * chunk + at));
    const startedAt = performance.now();
    await load(serving.url, site.customers.length, () => requests.pop());
    loadedMs += performance.now() - startedAt;
    samples.push({ hours: loadedMs / 3_600_000, mib: (await heapBytes(serving, heapFile)) / 2 ** 20 });
  }
  const afterMiB = residentMiB(serving.pid);
  await serving.kill();
  rmSync(folder, { recursive: true, force: true });
  const settled = samples.slice(Math.floor(samples.length / 2));
  const slope = slopeOf(settled);
  const highest = Math.max(atRestMiB, afterMiB);
  const requests = (chunks * chunk).toLocaleString('en');
  return [
    {
      name: `resident memory of the service, at rest and after ${requests} requests`,
      ours: `${Math.round(atRestMiB)} and ${Math.round(afterMiB)} MiB`,
      goal: '≤ 180 MiB',
      reached: highest <= 180,
    },
    {
      name: 'growth of its heap, an hour of load',
      ours: `${slope.toFixed(2)} MiB`,
      goal: '≤ 1 MiB',
      reached: slope <= 1,
      spread: `${settled.length} samples, ${settled[0]?.mib.toFixed(2)} to ${settled.at(-1)?.mib.toFixed(2)} MiB`,
    },
  ];
}

function requestOf({ customers }: Site, index: number): Wire | undefined {
  const customer = customers[index % customers.length];
  return customer && (index % 10 === 0 ? signatureOf(customer, 2 ** 44 + index) : whoamiOf(customer));
}

async function heapBytes({ pid }: Serving, file: string): Promise<number> {
  const known = lines(file).length;
  process.kill(pid, 'SIGUSR2');
  while (lines(file).length === known) await pause(20);
  return Number(lines(file).at(-1));
}

const lines = (file: string): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);

/** The slope of the straight line that fits best. */
function slopeOf(samples: readonly { hours: number; mib: number }[]): number {
  const mean = (pick: (sample: { hours: number; mib: number }) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const hours = mean((sample) => sample.hours);
  const mib = mean((sample) => sample.mib);
  const together = mean((sample) => (sample.hours - hours) * (sample.mib - mib));
  return together / mean((sample) => (sample.hours - hours) ** 2);
}
