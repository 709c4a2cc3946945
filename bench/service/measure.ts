import { buildProgram } from '../../test/support/live/program.js';
import type { Figure } from '../figure.js';
import type { BenchOptions } from '../options.js';
import { loginFigure } from './logins.js';
import { memoryFigures } from './memory.js';
import { decisionFigure, policySigningFigure } from './policies.js';
import { proofFigure } from './proofs.js';
import { openPostgresSite, openSqliteSite, type Site } from './serving.js';
import { signingFigure } from './signing.js';
import { startFigure } from './start.js';
import { whoamiFigure } from './whoami.js';

export async function measure(options: BenchOptions): Promise<readonly Figure[]> {
  const program = await buildProgram();
  const onSqlite = await withSite(await openSqliteSite(program), async (site) => [
    await whoamiFigure(site, options),
    await signingFigure(site, options),
    await policySigningFigure(site, options),
    await decisionFigure(site, options),
    await loginFigure(site, options),
    await proofFigure(site, options),
    await startFigure(site, options),
  ]);
  const postgres = await openPostgresSite(program);
  const onPostgres = postgres
    ? await withSite(postgres, async (site) => [
        await signingFigure(site, options),
        await policySigningFigure(site, options),
        await decisionFigure(site, options),
        await loginFigure(site, options),
        await proofFigure(site, options),
      ])
    : [];
  // Last, and with its own database, because it creates a hundred thousand activities.
  const memory = await withSite(await openSqliteSite(program), (site) => memoryFigures(site, options));
  return [...onSqlite, ...onPostgres, ...memory];
}

async function withSite(site: Site, use: (site: Site) => Promise<readonly Figure[]>): Promise<readonly Figure[]> {
  try {
    return await use(site);
  } finally {
    await site.remove();
  }
}
