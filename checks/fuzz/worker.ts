import { parentPort, workerData } from 'node:worker_threads';
import { readCorpus } from './corpus.js';
import { beatIn } from './engine/beat.js';
import { watchCoverage } from './engine/coverage.js';
import { fuzz } from './engine/fuzz.js';
import { askService } from './service/askService.js';
import { targets } from './targets/targets.js';

/** One target at its functions or at the service, in a thread of its own, so that what never ends can be ended. */
export type Job = {
  readonly target: string;
  readonly at: 'functions' | 'service';
  readonly seed: number;
  readonly inputs: number;
  readonly program: string;
  readonly beatMemory: SharedArrayBuffer;
};

/** Runs the job that this thread was started with, and posts its report. */
export async function work(): Promise<void> {
  Error.stackTraceLimit = 2; // most inputs end in an error, and writing its stack takes longer than reading the input
  const { target: name, at, seed, inputs, program, beatMemory } = workerData as Job;
  const target = targets.find((each) => each.name === name);
  if (target === undefined) throw new Error(`There is no target ${name}.`);
  const settings = { target, corpus: readCorpus(target), seed, inputs, beat: beatIn(beatMemory) };
  const report =
    at === 'service' ? await askService(settings) : await fuzz({ ...settings, coverage: watchCoverage(program) });
  parentPort?.postMessage(report);
}
