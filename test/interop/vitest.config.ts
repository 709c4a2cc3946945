import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Run by `npm run check:interop`, with the vitest of the root. */
const config: ViteUserConfig = defineConfig({
  test: {
    name: 'interop',
    root: import.meta.dirname,
    environment: 'node',
    include: ['*.test.ts'],
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
export default config;
