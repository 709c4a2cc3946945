import { parseArgs } from 'node:util';

export type BenchOptions = {
  /** The seed of all random choices. */
  readonly seed: number;
  /** How much of the full run: 0.1 does a tenth of the repetitions. The results of a shorter run are printed, but not stored. */
  readonly scale: number;
  /** The sizes of the stores in the part `growth`, as powers of ten. */
  readonly sizes: readonly number[];
};

const defaults = { seed: '1', scale: '1', sizes: '3,4,5,6' };

/** Reads `page kit --scale 0.1 --seed 7`: the parts that are named, and how they are to run. */
export function readOptions(args: readonly string[]): { names: string[]; options: BenchOptions; isFull: boolean } {
  const text = (name: keyof typeof defaults) => ({ type: 'string' as const, default: defaults[name] });
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { seed: text('seed'), scale: text('scale'), sizes: text('sizes') },
    allowPositionals: true,
  });
  const options = {
    seed: number('seed', values.seed),
    scale: number('scale', values.scale),
    sizes: values.sizes.split(',').map((size) => number('sizes', size)),
  };
  return { names: positionals, options, isFull: values.scale === defaults.scale && values.sizes === defaults.sizes };
}

/** @returns how often to repeat something that the full run repeats `times` times; at least once. */
export function scaled(times: number, { scale }: BenchOptions): number {
  return Math.max(1, Math.round(times * scale));
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0) throw new Error(`--${name} takes a number, not ${text}.`);
  return value;
}
