import { readVectors } from './files.js';
import type { Verdict } from './suite.js';

/** The vectors of a Wycheproof file. `Members` are those that a case and its group have between them. */
export function readWycheproof<Members>(name: string): (Members & { id: string; result: Verdict })[] {
  type Case = Members & { tcId: number; comment: string; result: Verdict };
  const { testGroups } = readVectors<{ testGroups: { tests: Case[] }[] }>(`wycheproof/${name}`);
  return testGroups.flatMap(({ tests, ...group }) =>
    tests.map((test) => ({ ...group, ...test, id: `${test.tcId} (${test.comment})` })),
  );
}
