import type { TestProject } from 'vitest/node';
import { postgres } from './postgres.js';

/** One PostgreSQL server for the run. Without one, the tests that need it are not there, and this says so. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = await postgres();
  project.provide('postgresUrl', server?.url ?? '');
  if (server) return server.stop;
  const missing = 'PostgreSQL is not installed and TEST_DATABASE_URL is not set';
  if (process.env.REQUIRE_POSTGRES) throw new Error(`${missing}, but REQUIRE_POSTGRES is.`);
  process.stdout.write(`${missing}: the store is tested on SQLite only.\n`);
  return undefined;
}
