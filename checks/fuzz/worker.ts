import { parentPort, workerData } from 'node:worker_threads';
import { readCorpus } from './corpus.js';
import { watchCoverage } from './engine/coverage.js';
import { fuzz } from './engine/fuzz.js';
import { heartbeatIn } from './engine/heartbeat.js';
import { fuzzService } from './service/fuzzService.js';
import { targets } from './targets/targets.js';

/** One target, at its functions or at the service. It runs in a thread of its own, so that an endless loop can be terminated. */
export type Job = {
  readonly target: string;
  readonly at: 'functions' | 'service';
  readonly seed: number;
  readonly inputs: number;
  readonly program: string;
  readonly heartbeatMemory: SharedArrayBuffer;
};

/** Runs the job of this thread, and posts its report. */
export async function work(): Promise<void> {
  Error.stackTraceLimit = 2; // most inputs end in an error, and writing its stack takes longer than reading the input
  const { target: name, at, seed, inputs, program, heartbeatMemory } = workerData as Job;
  const target = targets.find((each) => each.name === name);
  if (target === undefined) throw new Error(`There is no target ${name}.`);
  const settings = { target, corpus: readCorpus(target), seed, inputs, heartbeat: heartbeatIn(heartbeatMemory) };
  const report =
    at === 'service' ? await fuzzService(settings) : await fuzz({ ...settings, coverage: watchCoverage(program) });
  parentPort?.postMessage(report);
}
