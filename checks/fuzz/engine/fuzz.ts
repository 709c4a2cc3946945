import { type Chance, seeded } from '../../../test/support/chance.js';
import { BrokenPropertyError, type Outcome, type Target } from '../target.js';
import type { Coverage } from './coverage.js';
import type { Heartbeat } from './heartbeat.js';
import { changeable, nextInput } from './inputs.js';
import { takeLongestMs } from './orRefused.js';
import { slowness } from './stopwatch.js';

/** An input that the product handled wrongly. */
export type Fault = { readonly why: string; readonly input: string };

/** The results of a target at its functions. */
export type Report = {
  readonly inputs: number;
  readonly accepted: number;
  readonly refused: number;
  /** Inputs that reached new code, and were added to the pool. */
  readonly kept: readonly string[];
  /** The time of the slowest input: the minimum of four runs, or of ten if four take too long. */
  readonly slowestMs: number;
  readonly faults: readonly Fault[];
};

export type FuzzSettings = {
  readonly target: Target;
  readonly corpus: readonly string[];
  readonly seed: number;
  /** The number of inputs, without the corpus. */
  readonly inputs: number;
  readonly heartbeat: Heartbeat;
  /** Used for the first tenth of the inputs, at most 25,000. */
  readonly coverage: Coverage | undefined;
};

/** An input that takes longer is a fault, in milliseconds: on a slow machine so many times as long as all work takes there. */
export const hangMs = 100;

/** An input is slow if it is slow in each of this many runs. */
export const mostTries = 10;

/** A target is stopped after this many different faults. */
const mostFaults = 10;

/** Runs the corpus, and then new inputs, through a target's functions. */
export async function fuzz({ target, corpus, seed, inputs, heartbeat, coverage }: FuzzSettings): Promise<Report> {
  const chance = seeded(seed);
  const pool = changeable(target, corpus);
  const kept: string[] = [];
  const runner = createRunner(target, heartbeat);
  for (const input of corpus) await runner.run(input);
  runner.expectAccepted();
  coverage?.isNew('keep');
  const watched = coverage ? Math.min(Math.ceil(inputs / 10), mostWatched) : 0;
  for (let count = 0; count < watched && runner.canContinue(); count += batchSize) {
    const batch = await nextInputs(chance, target, pool, Math.min(batchSize, watched - count));
    for (const input of batch) await runner.run(input);
    const found = coverage?.isNew('compare') ? await newOnes(runner, coverage, batch) : [];
    kept.push(...found);
    pool.push(...changeable(target, found));
  }
  coverage?.stop();
  await runner.measureSlow(); // without coverage, which makes code slow
  for (let count = watched; count < inputs && runner.canContinue(); count += 1) {
    await runner.run(await nextInput(chance, target, pool));
    if (runner.isSlow() || count % batchSize === 0) await runner.measureSlow();
  }
  await runner.measureSlow();
  return { ...runner.results(), kept };
}

/** Most new code is reached early, and coverage makes the run slower. */
const mostWatched = 25_000;

const batchSize = 250;

async function nextInputs(chance: Chance, target: Target, pool: readonly string[], size: number): Promise<string[]> {
  const batch: string[] = [];
  while (batch.length < size) batch.push(await nextInput(chance, target, pool));
  return batch;
}

/** The inputs of a batch that reach new code, found by bisection: most batches hold one or none. */
async function newOnes(runner: Runner, coverage: Coverage, batch: readonly string[]): Promise<string[]> {
  coverage.isNew('compare'); // forgets what was run since the last call
  for (const input of batch) await runner.runUncounted(input);
  const [only, ...others] = batch;
  if (only === undefined || !coverage.isNew(others.length === 0 ? 'keep' : 'compare')) return [];
  if (others.length === 0) return [only];
  const middle = batch.length >> 1;
  const first = await newOnes(runner, coverage, batch.slice(0, middle));
  return [...first, ...(await newOnes(runner, coverage, batch.slice(middle)))];
}

type Runner = ReturnType<typeof createRunner>;

function createRunner(target: Target, heartbeat: Heartbeat) {
  const counts = { inputs: 0, accepted: 0, refused: 0 };
  const faults = new Map<string, Fault>();
  let slowestMs = 0;
  let suspects: { readonly ms: number; readonly input: string }[] = [];

  /** Runs an input without counting it. A fault is recorded once for each reason. @returns the outcome, and the time of the longest call */
  const runUncounted = async (input: string): Promise<{ ms: number; outcome?: Outcome }> => {
    heartbeat.note(input);
    takeLongestMs();
    try {
      const result = target.run(input);
      const outcome = typeof result === 'string' ? result : await result;
      return { ms: takeLongestMs(), outcome };
    } catch (error) {
      const why = reasonOf(error);
      if (!faults.has(why)) faults.set(why, { why, input });
      return { ms: takeLongestMs() };
    }
  };
  const run = async (input: string): Promise<void> => {
    const { ms, outcome } = await runUncounted(input);
    counts.inputs += 1;
    if (outcome) counts[outcome] += 1;
    if (ms > slowestMs) suspects.push({ ms, input });
  };
  /** Runs slow inputs again, because the machine may have been busy with something else: only what is slow every time is slow. */
  const measureSlow = async (): Promise<void> => {
    for (const { ms, input } of suspects) {
      if (ms <= slowestMs) continue;
      let leastMs = ms;
      for (let tries = 0; tries < 3 || (leastMs > hangMs && tries < mostTries); tries += 1) {
        leastMs = Math.min(leastMs, (await runUncounted(input)).ms);
      }
      slowestMs = Math.max(slowestMs, leastMs);
      if (leastMs > hangMs && leastMs > hangMs * slowness())
        faults.set('hang', { why: `takes ${Math.round(leastMs)} ms`, input });
    }
    suspects = [];
  };
  /** A function that refuses every input would have all documented properties. */
  const expectAccepted = () => {
    const why = 'accepts no input of the corpus';
    if (counts.accepted === 0) faults.set(why, { why, input: '' });
  };
  const results = () => ({ ...counts, slowestMs, faults: [...faults.values()] });
  const isSlow = () => (suspects.at(-1)?.ms ?? 0) > hangMs;
  // One hang is enough, because each one takes long.
  const canContinue = () => faults.size < mostFaults && !faults.has('hang');
  return { run, runUncounted, measureSlow, expectAccepted, results, isSlow, canContinue };
}

/** The reason of a fault. Other errors are described by class, message and place in the code, without folders of this machine. */
function reasonOf(error: unknown): string {
  if (error instanceof BrokenPropertyError) return `property broken: ${error.message}`;
  if (!(error instanceof Error)) return `throws ${typeof error}`;
  const frame = error.stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
  const place = frame.trim().replace(/[^\s(]*\//, '');
  const code = 'code' in error ? ` ${error.code}` : '';
  return `throws ${error.name}${code}: ${error.message.slice(0, 200)} ${place}`;
}
