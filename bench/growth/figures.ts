import type { Figure } from '../figure.js';
import { quantile } from '../statistics.js';
import { signing, signingByPolicy } from './trips.js';

/** The measurements of a store of one size. */
export type Grown = {
  readonly count: number;
  readonly seedSeconds: number;
  readonly diskBytes: number;
  readonly milliseconds: ReadonlyMap<string, readonly number[]>;
};

/** The largest allowed ratio of the largest store's median to the smallest one's. */
const mostTimes = 1.5;

/** One line for each kind of request: its median in the smallest and in the largest store. */
export function figuresOf(engine: string, grown: readonly Grown[]): Figure[] {
  const smallest = grown[0];
  const largest = grown.at(-1);
  if (smallest === undefined || largest === undefined) return [];
  const between = `${largest.count.toLocaleString('en')} sub-organizations against ${smallest.count.toLocaleString('en')}`;
  return [...smallest.milliseconds.keys()]
    .map((name) => {
      const times = at(largest, name, 0.5) / at(smallest, name, 0.5);
      return {
        name: `${name}, on ${engine}, ${between}`,
        ours: `${times.toFixed(2)} times the median`,
        goal: `${mostTimes} times`,
        reached: times <= mostTimes,
        spread: grown.map((each) => textOf(each, name)).join('; '),
      };
    })
    .concat(decisionOf(engine, largest), diskOf(engine, largest));
}

/** The most that the evaluation of many policies may add to a signature, in milliseconds. */
const mostAddedMs = 1;

function decisionOf(engine: string, largest: Grown) {
  const addedMs = at(largest, signingByPolicy, 0.5) - at(largest, signing, 0.5);
  return {
    name: `what 100 policies and 100 users add to a signature, on ${engine}, among ${largest.count.toLocaleString('en')} sub-organizations`,
    ours: `${addedMs.toFixed(2)} ms`,
    goal: `${mostAddedMs} ms`,
    reached: addedMs <= mostAddedMs,
    spread: `medians of ${at(largest, signing, 0.5).toFixed(2)} and ${at(largest, signingByPolicy, 0.5).toFixed(2)} ms`,
  };
}

function textOf(each: Grown, name: string): string {
  const ms = (share: number) => at(each, name, share).toFixed(2);
  return `10^${Math.round(Math.log10(each.count))}: median ${ms(0.5)} ms, p99 ${ms(0.99)} ms`;
}

const at = ({ milliseconds }: Grown, name: string, share: number): number =>
  quantile(milliseconds.get(name) ?? [], share);

function diskOf(engine: string, { count, seedSeconds, diskBytes }: Grown) {
  const each = diskBytes / count / 1000;
  return {
    name: `disk for a person who signed up, logged in today and signed once, on ${engine}`,
    ours: `${each.toFixed(1)} kB`,
    goal: '20 kB',
    reached: each <= 20,
    spread: `${(diskBytes / 1e9).toFixed(2)} GB in all, seeded in ${seedSeconds.toFixed(0)} s`,
  };
}
