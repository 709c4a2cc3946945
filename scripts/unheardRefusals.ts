import type { Reporter, TestModule } from 'vitest/node';
import { activityRows, proxyRows, queryRows } from '../src/contract/rows.js';

/**
 * Fails a run of all unit tests if a refusal of a row was never answered, and names it: each is reached by a test, or the row does not
 * answer it. A partial run is not checked.
 */
export default class UnheardRefusals implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const units = modules.filter(({ project }) => project.name === 'unit');
    const [project] = units.map((module) => module.project);
    if (!project || project.config.testNamePattern) return;
    const ran = new Set(units.map(({ moduleId }) => moduleId));
    const { testFiles } = await project.globTestFiles();
    if (testFiles.some((path) => !ran.has(path))) return;
    const heard = new Set(units.flatMap((module) => module.meta().heardRefusals ?? []));
    const unheard = [...Object.values(activityRows), ...Object.values(queryRows), ...Object.values(proxyRows)].flatMap(
      ({ path, name, refusals }) =>
        refusals.filter((code) => !heard.has(`${path} ${code}`)).map((code) => `${name} ${code}`),
    );
    if (unheard.length === 0) return;
    process.stdout.write(`\nNo test heard these refusals, which stand on rows:\n  ${unheard.join('\n  ')}\n`);
    process.exitCode = 1;
  }
}
