import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/service/store/migrations.js';
import { openPostgres } from '../../src/service/store/openPostgres.js';
import { makeTemplate, postgres } from './postgres.js';

/** Starts one PostgreSQL server for the run, with the tables that tests copy. Without a server, the tests that need it are left out. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = await postgres();
  project.provide('postgresUrl', server?.url ?? '');
  if (server) {
    await makeTemplate(server.url, async (url) => {
      const store = await openPostgres(url);
      await migrate(store);
      await store.close();
    });
    return server.stop;
  }
  const missing = 'PostgreSQL is not installed and TEST_DATABASE_URL is not set';
  if (process.env.REQUIRE_POSTGRES) throw new Error(`${missing}, but REQUIRE_POSTGRES is.`);
  process.stdout.write(`${missing}: the store is tested on SQLite only.\n`);
  return undefined;
}
