import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { aliases } from './aliases.js';

const root = join(import.meta.dirname, '../..');

/** Run by `npm run check:interop`, with the vitest of the root. */
const config: ViteUserConfig = defineConfig({
  resolve: { alias: aliases },
  test: {
    name: 'interop',
    reporters: ['default', join(root, 'scripts/leftOut.ts')],
    root: import.meta.dirname,
    environment: 'node',
    include: ['*.test.ts'],
    maxWorkers: '100%',
    // Ends a test that waits for ever; no test is about time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
export default config;
