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
  /** Of 50 identical submits each. */
  readonly rounds: number;
  /** Of each of the other races. */
  readonly codeRounds: number;
  readonly progress?: (line: string) => void;
};

/** What the races came to. */
export type RaceReport = {
  readonly place: string;
  /** How long each round took, in milliseconds, by what was raced. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** How often a process said 503, so that the client came again. */
  readonly unavailable: number;
  /** One sentence each. */
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

/** A line for each race, and what was wrong. */
export function raceText({ place, times, unavailable, faults }: RaceReport): string {
  return [
    `${place}, two service processes`,
    ...[...times].map(
      ([name, taken]) => `  ${name.padEnd(28)}${String(taken.length).padStart(5)} rounds, ${spread(taken)}`,
    ),
    `  said 503, and were asked again: ${unavailable}`,
    `  deviations: ${faults.length}`,
    ...faults.slice(0, 20).map((fault) => `    ${fault.slice(0, 600)}`),
  ].join('\n');
}
