import { type Chance, seeded } from '../../../test/support/chance.js';
import { BrokenError, type Seen, type Target } from '../target.js';
import { takeLongestMs } from './asked.js';
import type { Beat } from './beat.js';
import type { Coverage } from './coverage.js';
import { changeable, nextInput } from './inputs.js';

/** One input that the product did not deal with as it should. */
export type Fault = { readonly why: string; readonly input: string };

/** What became of a target at its functions. */
export type Report = {
  readonly inputs: number;
  readonly taken: number;
  readonly refused: number;
  /** Inputs that reached code which none before had reached, and were changed further. */
  readonly kept: readonly string[];
  /** The slowest input, the fastest of four tries; of ten where four take too long. */
  readonly slowestMs: number;
  readonly faults: readonly Fault[];
};

export type FuzzSettings = {
  readonly target: Target;
  readonly corpus: readonly string[];
  readonly seed: number;
  /** How many inputs beside those of the corpus. */
  readonly inputs: number;
  readonly beat: Beat;
  /** Watches the first inputs: a tenth, at most 25,000. */
  readonly coverage: Coverage | undefined;
};

/** Longer than this for one input is a hang, in milliseconds. */
export const hangMs = 100;

/** What is slow every time of so many is slow. */
export const mostTries = 10;

/** So many different faults of one target are enough. */
const mostFaults = 10;

/** Gives the corpus, and then new inputs, to a target's functions. */
export async function fuzz({ target, corpus, seed, inputs, beat, coverage }: FuzzSettings): Promise<Report> {
  const chance = seeded(seed);
  const pool = changeable(target, corpus);
  const kept: string[] = [];
  const looker = createLooker(target, beat);
  for (const input of corpus) await looker.look(input);
  looker.expectTaken();
  coverage?.isNew('keep');
  const watched = coverage ? Math.min(Math.ceil(inputs / 10), mostWatched) : 0;
  for (let count = 0; count < watched && looker.goesOn(); count += batchSize) {
    const batch = await nextInputs(chance, target, pool, Math.min(batchSize, watched - count));
    for (const input of batch) await looker.look(input);
    const found = coverage?.isNew('look') ? await newOnes(looker, coverage, batch) : [];
    kept.push(...found);
    pool.push(...changeable(target, found));
  }
  coverage?.stop();
  await looker.judgeTime(); // code that is watched is slow
  for (let count = watched; count < inputs && looker.goesOn(); count += 1) {
    await looker.look(await nextInput(chance, target, pool));
    if (looker.isSlow() || count % batchSize === 0) await looker.judgeTime();
  }
  await looker.judgeTime();
  return { ...looker.seen(), kept };
}

/** What is new comes early, and watching costs time. */
const mostWatched = 25_000;

const batchSize = 250;

async function nextInputs(chance: Chance, target: Target, pool: readonly string[], size: number): Promise<string[]> {
  const batch: string[] = [];
  while (batch.length < size) batch.push(await nextInput(chance, target, pool));
  return batch;
}

/** Those of a batch that reach something new, found by halving: most batches hold one or none. */
async function newOnes(looker: Looker, coverage: Coverage, batch: readonly string[]): Promise<string[]> {
  coverage.isNew('look'); // what was run between the two
  for (const input of batch) await looker.lookAgain(input);
  const [only, ...others] = batch;
  if (only === undefined || !coverage.isNew(others.length === 0 ? 'keep' : 'look')) return [];
  if (others.length === 0) return [only];
  const middle = batch.length >> 1;
  const first = await newOnes(looker, coverage, batch.slice(0, middle));
  return [...first, ...(await newOnes(looker, coverage, batch.slice(middle)))];
}

type Looker = ReturnType<typeof createLooker>;

function createLooker(target: Target, beat: Beat) {
  const counts = { inputs: 0, taken: 0, refused: 0 };
  const faults = new Map<string, Fault>();
  let slowestMs = 0;
  let suspects: { readonly ms: number; readonly input: string }[] = [];

  /** One look, not counted; a fault is noted once for each reason. @returns what it was, and the longest call's time */
  const lookAgain = async (input: string): Promise<{ ms: number; seen?: Seen }> => {
    beat.note(input);
    takeLongestMs();
    try {
      const answer = target.look(input);
      const seen = typeof answer === 'string' ? answer : await answer;
      return { ms: takeLongestMs(), seen };
    } catch (error) {
      const why = reasonOf(error);
      if (!faults.has(why)) faults.set(why, { why, input });
      return { ms: takeLongestMs() };
    }
  };
  const look = async (input: string): Promise<void> => {
    const { ms, seen } = await lookAgain(input);
    counts.inputs += 1;
    if (seen) counts[seen] += 1;
    if (ms > slowestMs) suspects.push({ ms, input });
  };
  /** The machine may have been busy with something else; what is slow every time is slow. */
  const judgeTime = async (): Promise<void> => {
    for (const { ms, input } of suspects) {
      if (ms <= slowestMs) continue;
      let leastMs = ms;
      for (let tries = 0; tries < 3 || (leastMs > hangMs && tries < mostTries); tries += 1) {
        leastMs = Math.min(leastMs, (await lookAgain(input)).ms);
      }
      slowestMs = Math.max(slowestMs, leastMs);
      if (leastMs > hangMs) faults.set('hang', { why: `takes ${Math.round(leastMs)} ms`, input });
    }
    suspects = [];
  };
  /** A function that refuses everything keeps every promise. */
  const expectTaken = () => {
    const why = 'takes nothing of the corpus';
    if (counts.taken === 0) faults.set(why, { why, input: '' });
  };
  const seen = () => ({ ...counts, slowestMs, faults: [...faults.values()] });
  const isSlow = () => (suspects.at(-1)?.ms ?? 0) > hangMs;
  // One hang is enough: each further one takes its time, too.
  const goesOn = () => faults.size < mostFaults && !faults.has('hang');
  return { look, lookAgain, judgeTime, expectTaken, seen, isSlow, goesOn };
}

/** A broken promise by its words, anything else by its class, its words and its place; no folder of this machine is named. */
function reasonOf(error: unknown): string {
  if (error instanceof BrokenError) return `promise broken: ${error.message}`;
  if (!(error instanceof Error)) return `throws ${typeof error}`;
  const frame = error.stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
  const place = frame.trim().replace(/[^\s(]*\//, '');
  const code = 'code' in error ? ` ${error.code}` : '';
  return `throws ${error.name}${code}: ${error.message.slice(0, 200)} ${place}`;
}
