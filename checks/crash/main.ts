import { randomInt } from 'node:crypto';
import { seeded } from '../../test/support/chance.js';
import { openCluster } from '../../test/support/live/cluster.js';
import { type Place, postgresPlace, sqlitePlace } from '../../test/support/live/place.js';
import { buildProgram } from '../../test/support/live/program.js';
import { numbers } from '../options.js';
import { crashes } from './crashes.js';
import { deviations, reportText } from './report.js';

const { kills, seed } = numbers({ kills: 300, seed: randomInt(2 ** 31) });
console.log(`check:crash: ${kills} kills for each database, seed ${seed}`);
const program = await buildProgram();
const cluster = await openCluster();
if (cluster === undefined) console.log('PostgreSQL is not installed: only SQLite is checked.');
const places: Place[] = [sqlitePlace(), ...(cluster ? [await postgresPlace(cluster)] : [])];
let isWrong = false;
try {
  for (const place of places) {
    let count = 0;
    const report = await crashes({
      program,
      place,
      kills,
      chance: seeded(seed),
      progress: ({ victims, ledger, faults }) => {
        for (; count < faults.length; count += 1) console.log(`  after ${victims.length} kills: ${faults[count]}`);
        if (victims.length % 10 > 0) return;
        console.log(`  ${victims.length} kills, ${ledger.acknowledged.length} acknowledged, ${faults.length} faults`);
      },
    });
    console.log(reportText(report));
    isWrong ||= deviations(report).length > 0;
  }
} finally {
  for (const place of places) place.remove();
  await cluster?.remove();
}
console.log(isWrong ? 'check:crash FAILED' : 'check:crash passed: nothing lost, nothing twice, nothing half-made');
if (isWrong) process.exitCode = 1;
