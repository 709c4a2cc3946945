import { isMainThread } from 'node:worker_threads';
import { inParallel } from '../../test/support/statistics.js';
import { addToCorpus } from './corpus.js';
import { readOptions } from './options.js';
import { run } from './run.js';
import { everyBody, oneIn } from './shapes/bodies.js';
import { everyOther } from './shapes/others.js';
import { timeShapes } from './shapes/shapes.js';
import { faultsOf, footText, headText, type Row, rowText, shapesText } from './table.js';
import type { Target } from './target.js';
import { targets } from './targets/targets.js';
import { work } from './worker.js';

const millionInputs = 1_000_000;
const serviceInputs = 10_000;

if (isMainThread) await check();
else await work();

async function check(): Promise<void> {
  const { seed, scale, only, grow } = readOptions();
  const wanted = targets.filter(({ name }) => name.toLowerCase().includes(only));
  const program = process.argv[1] ?? '';
  console.log(`seed ${seed}`);
  console.log(headText);
  const start = performance.now();
  const rows = await inParallel(wanted, 2, async (target) => {
    const row = await fuzzed(target, { seed, scale, program });
    addToCorpus(target, faultsOf(row));
    if (grow && 'report' in row.functions) addToCorpus(target, grown(row.functions.report.kept));
    console.log(rowText(row));
    return row;
  });
  console.log(footText);
  const shapes = 'shapes'.includes(only)
    ? timeShapes([...oneIn(Math.round(1 / Math.min(1, scale)), everyBody()), ...(await everyOther())])
    : undefined;
  if (shapes) console.log(shapesText(shapes));
  const faults = rows.flatMap(faultsOf).length + (shapes?.faults.length ?? 0);
  const isWrong = faults > 0 || (rows.length === 0 && !shapes);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    isWrong ? `check:fuzz FAILED: ${faults} faults, ${seconds} s` : `check:fuzz passed: 0 faults, ${seconds} s`,
  );
  if (isWrong) process.exitCode = 1;
}

async function fuzzed(target: Target, how: { seed: number; scale: number; program: string }): Promise<Row> {
  const { seed, scale, program } = how;
  const job = { target: target.name, seed, program };
  const functions = await run({ ...job, at: 'functions', inputs: Math.ceil(millionInputs * scale) });
  const service = await run({ ...job, at: 'service', inputs: Math.ceil(serviceInputs * scale) });
  return { target, functions, service };
}

/** New inputs for the corpus. Only short ones, because people read the corpus, too. */
const grown = (kept: readonly string[]) =>
  kept.filter((input) => input.length <= 1_000).map((input) => ({ why: 'reached new code', input }));
