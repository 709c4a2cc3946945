import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Run by `npm run check:interop`, with the vitest of the root. */
const config: ViteUserConfig = defineConfig({
  test: {
    name: 'interop',
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
