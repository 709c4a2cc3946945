import { openCluster } from '../../test/support/live/cluster.js';
import { postgresPlace } from '../../test/support/live/place.js';
import { buildProgram } from '../../test/support/live/program.js';
import { numbers } from '../options.js';
import { races, raceText } from './races.js';

const { rounds, codes } = numbers({ rounds: 1000, codes: 100 });
const cluster = await openCluster();
if (cluster === undefined) {
  console.log('check:races skipped: PostgreSQL is not installed.');
} else {
  const program = await buildProgram();
  try {
    const place = await postgresPlace(cluster);
    const progress = (line: string) => console.log(`  ${line}`);
    const report = await races({ program, place, rounds, codeRounds: codes, progress });
    console.log(raceText(report));
    const isWrong = report.faults.length > 0;
    console.log(isWrong ? 'check:races FAILED' : 'check:races passed: one activity and one effect each');
    if (isWrong) process.exitCode = 1;
  } finally {
    await cluster.remove();
  }
}
