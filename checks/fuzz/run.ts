import { Worker } from 'node:worker_threads';
import { beatOf, newBeatMemory } from './engine/beat.js';
import type { Fault, Report } from './engine/fuzz.js';
import type { ServiceReport } from './service/askService.js';
import type { Job } from './worker.js';

/** How a job ended: with its report, or with the fault that it did not survive. */
export type Ended<R> = { readonly report: R } | { readonly fault: Fault };

/** So long a thread that has reported may go on: Node does not survive a thread that is ended in the middle of making a key. */
const restMs = 3_000;

/** Longer than this with one input, and a thread is ended, in milliseconds. */
const defaultTimeoutMs = 20_000;

/** Runs a job in a thread and watches it. */
export function run(job: Omit<Job, 'beatMemory'> & { at: 'functions' }, timeoutMs?: number): Promise<Ended<Report>>;
export function run(
  job: Omit<Job, 'beatMemory'> & { at: 'service' },
  timeoutMs?: number,
): Promise<Ended<ServiceReport>>;
export function run(job: Omit<Job, 'beatMemory'>, timeoutMs = defaultTimeoutMs): Promise<Ended<unknown>> {
  const beatMemory = newBeatMemory();
  const worker = new Worker(job.program, { workerData: { ...job, beatMemory } satisfies Job });
  return new Promise((resolve) => {
    let last = { count: -1, at: performance.now() };
    const end = (ended: Ended<unknown>) => {
      clearInterval(watch);
      resolve(ended);
    };
    const failed = (why: string) => {
      void worker.terminate();
      end({ fault: { why, input: beatOf(beatMemory).input() } });
    };
    const watch = setInterval(() => {
      const { count } = beatOf(beatMemory);
      if (count !== last.count) last = { count, at: performance.now() };
      else if (performance.now() - last.at > timeoutMs) failed(`does not come back within ${timeoutMs} ms`);
    }, 500);
    worker.once('message', (report) => {
      setTimeout(() => void worker.terminate(), restMs);
      end({ report });
    });
    worker.once('error', (error) => failed(`ends the thread: ${error.stack ?? error.message}`));
    worker.once('exit', (code) => failed(`ends the thread with ${code}`));
  });
}
