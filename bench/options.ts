import { parseArgs } from 'node:util';

export type BenchOptions = {
  /** How many of the full run's repetitions: 0.1 is a tenth. The results of a shorter run are printed, but not stored. */
  readonly scale: number;
  /** How much of the full run's work is done in each repetition. */
  readonly batch: number;
  /** The sizes of the stores in the part `growth`, as powers of ten. */
  readonly sizes: readonly number[];
};

/** `full` is measured and stored. `smallest` only shows that each part works. */
export type Run = 'full' | 'shorter' | 'smallest';

const defaults = { scale: '1', sizes: '3,4,5,6' };
const smallest = { scale: '0', sizes: '1,2' };

/** Reads `page kit --scale 0.1` or `--smallest`: the parts that are named, and how they are to run. */
export function readOptions(args: readonly string[]): { names: string[]; options: BenchOptions; run: Run } {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { scale: { type: 'string' }, sizes: { type: 'string' }, smallest: { type: 'boolean' } },
    allowPositionals: true,
  });
  const texts = { ...defaults, ...(values.smallest && smallest), ...values };
  const options = {
    scale: number('scale', texts.scale),
    batch: values.smallest ? 0.01 : 1,
    sizes: texts.sizes.split(',').map((size) => number('sizes', size)),
  };
  const isFull = texts.scale === defaults.scale && texts.sizes === defaults.sizes;
  return { names: positionals, options, run: values.smallest ? 'smallest' : isFull ? 'full' : 'shorter' };
}

/** @returns how often to repeat something that the full run repeats `times` times; at least once. */
export const scaled = (times: number, { scale }: Pick<BenchOptions, 'scale'>): number =>
  Math.max(1, Math.round(times * scale));

/** @returns how much to do in one repetition, where the full run does `count`; at least one. */
export const inBatch = (count: number, { batch }: Pick<BenchOptions, 'batch'>): number =>
  Math.max(1, Math.round(count * batch));

function number(name: string, text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0) throw new Error(`--${name} takes a number, not ${text}.`);
  return value;
}
