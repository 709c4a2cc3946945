import { beforeAll, describe, expect, inject, test } from 'vitest';
import { openPostgres } from '../../src/service/store/openPostgres.js';
import { type Place, sqlitePlace } from '../../test/support/live/place.js';
import { buildProgram, type Program } from '../../test/support/live/program.js';
import { freshDatabase } from '../../test/support/postgres.js';
import { races } from './races.js';

// The short version of `npm run check:races`.
describe('two service processes that race create one activity, one effect and one token', () => {
  let program: Program;
  beforeAll(async () => {
    program = await buildProgram();
  });

  const expectOneEach = async (place: Place) => {
    const { faults, times } = await races({ program, place, rounds: 10, codeRounds: 2 });
    expect(faults).toEqual([]);
    expect([...times.values()].map((taken) => taken.length)).toEqual([10, ...Array.from({ length: 11 }, () => 2)]);
  };

  test('T-09 T-52 on one SQLite file', async () => {
    const place = sqlitePlace();
    await expectOneEach(place);
    place.remove();
  });

  if (inject('postgresUrl')) {
    test('T-09 T-52 on one PostgreSQL', async () => {
      const url = await freshDatabase();
      await expectOneEach({
        name: 'PostgreSQL',
        variables: { DATABASE_URL: url },
        openStore: () => openPostgres(url, { poolSize: 2 }),
        remove: () => {},
      });
    });
  }
});
