import type { Reporter, TestModule } from 'vitest/node';

/** How many files are listed. */
const most = 15;

/** Says at the end of a run which files of tests took longest, and how long those of each project took one after the other. */
export default class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules.map((module) => ({ project: module.project.name, path: pathOf(module), ms: msOf(module) }));
    const projects = [...new Set(timed.map(({ project }) => project))];
    const lines = [
      ...projects.map((project) => {
        const files = timed.filter((file) => file.project === project);
        return [sum(files), `${project}, ${files.length} files`] as const;
      }),
      ...timed
        .toSorted((a, b) => b.ms - a.ms)
        .slice(0, most)
        .map(({ project, path, ms }) => [ms, `${path} (${project})`] as const),
    ].map(([ms, what]) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${what}`);
    process.stdout.write(`\nWhat took longest, by project and by file:\n${lines.join('\n')}\n`);
  }
}

/** Its tests, and what came before them: loading it and setting it up. */
function msOf(module: TestModule): number {
  const { duration, collectDuration, prepareDuration, setupDuration, environmentSetupDuration } = module.diagnostic();
  return duration + collectDuration + prepareDuration + setupDuration + environmentSetupDuration;
}

const pathOf = ({ moduleId, project }: TestModule): string =>
  moduleId.startsWith(project.config.root) ? moduleId.slice(project.config.root.length + 1) : moduleId;

const sum = (files: readonly { readonly ms: number }[]): number => files.reduce((all, { ms }) => all + ms, 0);
