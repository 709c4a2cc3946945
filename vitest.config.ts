import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import LongestFirst from './scripts/longestFirst.js';
import { chromium } from './test/support/chromium.js';
import { findVectors } from './test/support/vectorFolders.js';

/** What the pages of tests and stories load, named beforehand: a dependency found in the middle of a run reloads the page. */
const pageDependencies = {
  include: [
    ...['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'react-dom/server'],
    ...['@testing-library/dom', '@testing-library/react', '@testing-library/user-event'],
    ...['@tanstack/react-query', 'valibot', 'kysely', 'sql.js', '@scure/bip39', '@scure/bip39/wordlists/english.js'],
    ...['@noble/curves/ed25519.js', '@noble/curves/nist.js', '@noble/curves/secp256k1.js'],
    ...['@noble/hashes/hmac.js', '@noble/hashes/sha2.js', '@noble/hashes/sha3.js'],
  ],
  // The service names these for Node only; a page never loads them.
  exclude: ['@bitauth/libauth', '@hono/node-server', 'libsql', 'nodemailer', 'pg'],
};

/** React 18 from its own workspace, under the name that everybody imports. */
const react18 = [
  {
    find: /^(react|react-dom)(?=\/|$)/,
    replacement: fileURLToPath(new URL('test/react-18/node_modules/$1', import.meta.url)),
  },
];

/** The demo names the package as an app does. */
const ownNames = [
  { find: /^latchkey$/, replacement: `${import.meta.dirname}/src/index.ts` },
  { find: /^latchkey\/(\w+)$/, replacement: `${import.meta.dirname}/src/$1.ts` },
];

/** One more than there are cores: a page seldom waits, and a check has clocks of its own. */
const maxWorkers = availableParallelism() + 1;

/** In Node, a test waits for a program, a database or a clock for a good quarter of its time. */
const maxUnitWorkers = availableParallelism() + 2;

const inBrowser = ['test/browser/**/*.test.{ts,tsx}'];
/** Of these, the ones that render something. */
const rendered = ['test/browser/**/*.test.tsx'];

/** As `npm run test:repeat` runs them. */
const inOrderOfChance = process.argv.includes('--sequence.shuffle.files');

/** To load what a file of tests imports takes half of all the time that a page of its own takes. */
const samePage = { isolate: false, setupFiles: ['test/browser/newPage.setup.ts'] };

/** Short versions of the checks that start attacks, races and crashes: each takes as long as hundreds of other tests. */
const longChecks = ['checks/{crash,races,security}/**/*.test.ts'];

/** Tests in Node of other projects and configurations. */
const elsewhere = [...inBrowser, 'test/journeys/**', 'test/interop/**'];

/** Ends a test that waits for ever. No test is about time, so this is far beyond what a slow machine needs. */
const hangsAfterMs = 240_000;

/** For the same reason, how long something that is to come is waited for. */
const comesWithinMs = 60_000;

const besideDatabases = {
  globalSetup: ['test/support/postgres.setup.ts', 'test/support/folder.setup.ts'],
  // What a file imports stays loaded for the next one: no module keeps what another file of tests could see.
  isolate: false,
  testTimeout: hangsAfterMs,
  hookTimeout: hangsAfterMs,
};

const config: ViteUserConfig = defineConfig({
  plugins: [react()],
  optimizeDeps: pageDependencies,
  test: {
    reporters: ['default', './scripts/leftOut.ts'],
    // The projects one after the other, each on every core, since browsers beside databases would make clocks wait for both.
    expect: { poll: { timeout: comesWithinMs } },
    sequence: inOrderOfChance ? {} : { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        resolve: { alias: ownNames },
        test: {
          name: 'unit',
          maxWorkers: maxUnitWorkers,
          sequence: { groupOrder: 1 },
          environment: 'node',
          include: ['test/**/*.test.ts', 'checks/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...elsewhere, ...longChecks, 'bench/peers/**', '**/node_modules/**'],
          setupFiles: ['test/support/heardRefusals.setup.ts'],
          ...besideDatabases,
        },
      },
      {
        extends: true,
        test: {
          name: 'checks', // not part of `npm test`, but of `npm run test:checks`
          maxWorkers,
          sequence: { groupOrder: 6 },
          environment: 'node',
          include: longChecks,
          ...besideDatabases,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          maxWorkers,
          sequence: { groupOrder: 2 },
          include: inBrowser,
          ...samePage,
          provide: { publishedProofs: textOfVectors('tkhq/app_and_boot_proofs.json') },
          browser: browser(),
          testTimeout: hangsAfterMs,
        },
      },
      {
        extends: true,
        resolve: { alias: react18 },
        cacheDir: 'node_modules/.vite-react-18',
        test: {
          name: 'browser-18', // not part of `npm test`, but of `npm run test:react-18`
          maxWorkers,
          sequence: { groupOrder: 3 },
          include: rendered,
          ...samePage,
          browser: browser(),
          testTimeout: hangsAfterMs,
        },
      },
      {
        extends: true,
        plugins: [storybookTest({ configDir: '.storybook' })],
        test: {
          name: 'stories',
          maxWorkers,
          sequence: { groupOrder: 4 },
          isolate: false, // as in Storybook, where one page shows many stories
          setupFiles: ['test/stories/largeLetters.setup.ts'],
          browser: browser(),
          testTimeout: hangsAfterMs,
        },
      },
      {
        extends: true,
        resolve: { alias: ownNames },
        test: {
          name: 'journeys', // not part of `npm test`, but of `npm run test:journeys`
          maxWorkers,
          sequence: { groupOrder: 5 },
          environment: 'node',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['test/journeys/support/build.setup.ts'],
          testTimeout: hangsAfterMs,
          hookTimeout: hangsAfterMs,
        },
      },
    ],
  },
});
export default config;

/** Published vectors for a page, which reads no files. */
function textOfVectors(path: string): string | null {
  const found = findVectors(path);
  return found === undefined ? null : readFileSync(found, 'utf8');
}

/** A new object for each project, since vitest writes into it; Chromium is looked for when the first page opens. */
function browser() {
  return {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    provider: {
      ...playwright(),
      providerFactory: (project: Parameters<ReturnType<typeof playwright>['providerFactory']>[0]) =>
        playwright({ launchOptions: chromium() }).providerFactory(project),
    },
    instances: [{ browser: 'chromium' as const }],
  };
}
