import type { Place } from '../../test/support/live/place.js';
import type { Program } from '../../test/support/live/program.js';
import { spread } from '../../test/support/statistics.js';
import { differentKeys, sameKey, wrongCodes } from './codes.js';
import { oneCode, oneExchange } from './codesOfProviders.js';
import { twoExports } from './exports.js';
import { type Fixtures, openFixtures } from './fixtures.js';
import { identicalSubmits } from './identical.js';
import { oneTarget } from './imports.js';
import { lastKeys } from './lastKeys.js';
import { manySessions } from './reading.js';
import { oneRecoveryKey } from './recoveries.js';
import { decisiveVotes } from './votes.js';

export type RaceSettings = {
  readonly program: Program;
  readonly place: Place;
  /** Rounds of 50 identical requests each. */
  readonly rounds: number;
  /** Rounds of each of the other races. */
  readonly codeRounds: number;
  readonly progress?: (line: string) => void;
};

/** The results. */
export type RaceReport = {
  readonly place: string;
  /** The duration of each round, in milliseconds, by race. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** How often a process answered 503, after which the client repeated its request. */
  readonly unavailable: number;
  /** One sentence for each deviation. */
  readonly faults: readonly string[];
};

/** Races two service processes on one database against each other. */
export async function races({ program, place, rounds, codeRounds, progress }: RaceSettings): Promise<RaceReport> {
  const fixtures = await openFixtures(program, place);
  const times = new Map<string, number[]>();
  const faults: string[] = [];

  async function run(name: string, count: number, round: (fixtures: Fixtures, round: number) => Promise<string[]>) {
    const taken: number[] = [];
    times.set(name, taken);
    for (let index = 0; index < count && faults.length <= 50; index += 1) {
      const start = performance.now();
      faults.push(...(await round(fixtures, index)));
      taken.push(performance.now() - start);
      if ((index + 1) % Math.max(1, Math.ceil(count / 10)) === 0) {
        progress?.(`${name}: ${index + 1} of ${count} rounds, ${faults.length} faults`);
      }
    }
  }

  try {
    await run('50 identical submits', rounds, (each, round) => identicalSubmits(each, round, 50));
    await run('8 votes, where 3 decide', codeRounds, (each, round) => decisiveVotes(each, round, 8));
    await run('100 right codes, 100 keys', codeRounds, (each) => differentKeys(each, 100));
    await run('100 right codes, one key', codeRounds, (each) => sameKey(each, 100));
    await run('100 wrong codes', codeRounds, (each) => wrongCodes(each, 100));
    await run('8 imports, one target', codeRounds, (each) => oneTarget(each, 8));
    await run('2 exports, 6 votes on each', codeRounds, (each) => twoExports(each, 6));
    await run('8 recoveries, one key', codeRounds, (each) => oneRecoveryKey(each, 8));
    await run('20 sessions, where 10 stay', codeRounds, (each) => manySessions(each, 20));
    await run('8 equal exchanges', codeRounds, (each) => oneExchange(each, 8));
    await run('4 exchanges, one code', codeRounds, (each) => oneCode(each, 4));
    await run('4 keys delete one another', codeRounds, (each) => lastKeys(each, 4));
    return { place: place.name, times, unavailable: fixtures.unavailable(), faults };
  } finally {
    await fixtures.close();
  }
}

/** A line for each race, and the deviations. */
export function raceText({ place, times, unavailable, faults }: RaceReport): string {
  return [
    `${place}, two service processes`,
    ...[...times].map(
      ([name, taken]) => `  ${name.padEnd(28)}${String(taken.length).padStart(5)} rounds, ${spread(taken)}`,
    ),
    `  answered with 503, and repeated: ${unavailable}`,
    `  deviations: ${faults.length}`,
    ...faults.slice(0, 20).map((fault) => `    ${fault.slice(0, 600)}`),
  ].join('\n');
}
