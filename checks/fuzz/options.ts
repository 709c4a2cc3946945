import { parseArgs } from 'node:util';

/** The options of `npm run check:fuzz`. */
export type Options = {
  readonly seed: number;
  /** 1: a million inputs for each target's functions and ten thousand for its call of the service. */
  readonly scale: number;
  /** A part of a target's name; empty for all. */
  readonly only: string;
  /** Whether inputs that reached new code are added to the corpus. */
  readonly grow: boolean;
};

export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      scale: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      grow: { type: 'boolean', default: false },
    },
    strict: true,
  });
  const { seed, scale, only, grow } = values;
  if (!/^\d{1,9}$/.test(seed)) throw new Error(`--seed takes a whole number, not ${seed}.`);
  if (!(Number(scale) > 0)) throw new Error(`--scale takes a number above 0, not ${scale}.`);
  return { seed: Number(seed), scale: Number(scale), only: only.toLowerCase(), grow };
}
