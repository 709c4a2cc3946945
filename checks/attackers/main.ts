import { parseArgs } from 'node:util';
import { openCluster } from '../../test/support/live/cluster.js';
import { postgresPlace, sqlitePlace } from '../../test/support/live/place.js';
import { buildProgram } from '../../test/support/live/program.js';
import { isReached, tableOf } from './table.js';
import { tenants } from './tenants.js';

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, connections: { type: 'string', default: '48' } },
  allowPositionals: true,
});
const [seconds, connections] = [Number(values.seconds), Number(values.connections)];
if (positionals.join() !== 'tenants') throw new Error('Which attackers? npm run check:attackers -- tenants');
if (!(seconds >= 1 && connections >= 1)) throw new Error('--seconds and --connections take numbers from 1.');

const program = await buildProgram();
const sqlite = sqlitePlace();
const cluster = await openCluster();
try {
  const settings = { program, seconds, connections, progress: (line: string) => console.log(`  ${line}`) };
  const rows = await tenants({ ...settings, place: sqlite });
  if (cluster) rows.push(...(await tenants({ ...settings, place: await postgresPlace(cluster) })));
  else console.log('PostgreSQL is not installed: not measured there.');
  console.log(tableOf(rows));
  for (const { place, name, firstRefused } of rows) if (firstRefused) console.log(`${place}, ${name}: ${firstRefused}`);
  const isWrong = !rows.every(isReached);
  console.log(isWrong ? 'check:attackers FAILED: a goal is missed' : 'check:attackers passed');
  if (isWrong) process.exitCode = 1;
} finally {
  sqlite.remove();
  await cluster?.remove();
}
