import { Worker } from 'node:worker_threads';
import type { Fault, Report } from './engine/fuzz.js';
import { heartbeatOf, newHeartbeatMemory } from './engine/heartbeat.js';
import type { ServiceReport } from './service/fuzzService.js';
import type { Job } from './worker.js';

/** How a job ended: with its report, or with the fault that ended its thread. */
export type Ended<R> = { readonly report: R } | { readonly fault: Fault };

/** How long a thread may continue after its report: Node crashes if a thread is terminated while it creates a key. */
const restMs = 3_000;

/** A thread that spends longer on one input is terminated, in milliseconds. */
const defaultTimeoutMs = 20_000;

/** Runs a job in a thread, and terminates the thread if an input does not return. */
export function run(
  job: Omit<Job, 'heartbeatMemory'> & { at: 'functions' },
  timeoutMs?: number,
): Promise<Ended<Report>>;
export function run(
  job: Omit<Job, 'heartbeatMemory'> & { at: 'service' },
  timeoutMs?: number,
): Promise<Ended<ServiceReport>>;
export function run(job: Omit<Job, 'heartbeatMemory'>, timeoutMs = defaultTimeoutMs): Promise<Ended<unknown>> {
  const heartbeatMemory = newHeartbeatMemory();
  const worker = new Worker(job.program, { workerData: { ...job, heartbeatMemory } satisfies Job });
  return new Promise((resolve) => {
    let last = { count: -1, at: performance.now() };
    const end = (ended: Ended<unknown>) => {
      clearInterval(watch);
      resolve(ended);
    };
    const failed = (why: string) => {
      void worker.terminate();
      end({ fault: { why, input: heartbeatOf(heartbeatMemory).input() } });
    };
    const watch = setInterval(() => {
      const { count } = heartbeatOf(heartbeatMemory);
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
