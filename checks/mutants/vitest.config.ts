import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type ViteUserConfig } from 'vitest/config';
import type { Reporter, TestModule } from 'vitest/node';
import { type Mutant, mutated } from './mutant.js';
import type { Verdict } from './verdict.js';

// Of one run by runTests.ts: it passes a mutant as JSON, or none, and where to write the verdict. No file is changed: the mutant's
// text takes the place of its file's as Vite loads it.

const { MUTANT, VERDICT, MUTANT_WORKERS = '1' } = process.env;
const mutant: Mutant | undefined = MUTANT ? JSON.parse(MUTANT) : undefined;
const root = fileURLToPath(new URL('../..', import.meta.url));
let isLoaded = false;

const mutating: Plugin = {
  name: 'mutating',
  enforce: 'pre',
  transform(source, id) {
    if (mutant === undefined || id.split('?')[0] !== `${root}${mutant.file}`) return undefined;
    isLoaded = true;
    return { code: mutated(source, mutant), map: null };
  },
};

const judging: Reporter = {
  onTestRunEnd(modules, unhandled) {
    const failed = modules.flatMap((module) => [...module.children.allTests('failed')].map(titleOf(module)));
    const passed = modules.flatMap((module) => [...module.children.allTests('passed')]).length;
    const broken = [...modules.flatMap(errorsOf), ...unhandled].map(({ message }) => message);
    const verdict: Verdict = { isLoaded, passed, failed, broken };
    if (VERDICT) writeFileSync(VERDICT, JSON.stringify(verdict));
  },
};

const titleOf =
  (module: TestModule) =>
  ({ fullName }: { readonly fullName: string }): string =>
    `${module.relativeModuleId}: ${fullName}`;

/** Of its import, and of what runs before and after its tests. */
const errorsOf = (module: TestModule) => [
  ...module.errors(),
  ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
];

const config: ViteUserConfig = defineConfig({
  root,
  plugins: [mutating],
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    exclude: ['test/{browser,journeys,interop}/**', '**/node_modules/**'],
    globalSetup: ['test/support/folder.setup.ts'], // and no PostgreSQL, so that a run begins within a second
    isolate: false,
    maxWorkers: Number(MUTANT_WORKERS),
    bail: mutant === undefined ? 0 : 1,
    reporters: [judging],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
export default config;
