import { beforeAll, describe, expect, inject, test } from 'vitest';
import { seeded } from '../../test/support/chance.js';
import { openCluster } from '../../test/support/live/cluster.js';
import { postgresPlace, sqlitePlace } from '../../test/support/live/place.js';
import { buildProgram, type Program } from '../../test/support/live/program.js';
import { crashes } from './crashes.js';

// The short version of `npm run check:crash`. How soon a service is ready again is measured there, on a quiet machine.
describe('killed under load, the service keeps what it acknowledged, and does nothing twice or in part', () => {
  let program: Program;
  beforeAll(async () => {
    program = await buildProgram();
  });

  test('T-53 on an SQLite file', async () => {
    const place = sqlitePlace();
    const report = await crashes({ program, place, kills: 5, chance: seeded(5) });
    place.remove();
    expect(report.faults).toEqual([]);
    expect(report.victims).toHaveLength(5);
    expect(report.ledger.acknowledged.length).toBeGreaterThan(10);
  });

  if (inject('postgresUrl')) {
    test('T-53 on PostgreSQL, whose server is killed too', async () => {
      const cluster = await openCluster();
      if (cluster === undefined) return; // TEST_DATABASE_URL names a server that is not ours to kill
      try {
        const place = await postgresPlace(cluster);
        const report = await crashes({ program, place, kills: 2, chance: seeded(3) });
        expect(report.faults).toEqual([]);
        expect(report.victims).toEqual(['database', 'both']);
      } finally {
        await cluster.remove();
      }
    });
  }
});
