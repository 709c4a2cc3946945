import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { activityRows, proxyRows, queryRows } from '../src/contract/rows.js';

/**
 * Says at the end of a run of all tests of the service which refusals stand on a row and were never heard: each is reached by a test,
 * or the row does not answer it. A run of some tests only says nothing. With `EVERY_REFUSAL` set, one that was not heard fails the run.
 */
export default class UnheardRefusals implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const units = modules.filter(({ project }) => project.name === 'unit');
    const ran = new Set(units.map(({ moduleId }) => moduleId));
    const [project] = units.map((module) => module.project);
    if (!project || project.config.testNamePattern) return;
    const folder = join(project.config.root, 'test/service');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.test.ts'),
    );
    if (files.some((path) => !ran.has(join(folder, path)))) return;
    const heard = new Set(units.flatMap((module) => module.meta().heardRefusals ?? []));
    const unheard = [...Object.values(activityRows), ...Object.values(queryRows), ...Object.values(proxyRows)].flatMap(
      ({ path, name, refusals }) =>
        refusals.filter((code) => !heard.has(`${path} ${code}`)).map((code) => `${name} ${code}`),
    );
    if (unheard.length === 0) return;
    process.stdout.write(`\nNo test heard these refusals, which stand on rows:\n  ${unheard.join('\n  ')}\n`);
    if (process.env.EVERY_REFUSAL) process.exitCode = 1;
  }
}
