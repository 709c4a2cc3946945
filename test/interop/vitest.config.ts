import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const root = join(import.meta.dirname, '../..');

/** Run by `npm run check:interop`, with the vitest of the root. */
const config: ViteUserConfig = defineConfig({
  resolve: {
    alias: [
      // The pages of docs/ name the package as an app does, and have one React with it.
      { find: 'latchkey/styles.css', replacement: join(root, 'src/components/styles.css') },
      { find: 'latchkey/wallet.css', replacement: join(root, 'src/components/wallet/wallet.css') },
      { find: /^latchkey\/(account|transfer)\.css$/, replacement: join(root, 'src/components/$1/$1.css') },
      { find: /^latchkey\/(.+)$/, replacement: join(root, 'src/$1.ts') },
      { find: /^latchkey$/, replacement: join(root, 'src/index.ts') },
      { find: /^(react|react-dom)(?=\/|$)/, replacement: join(root, 'node_modules/$1') },
    ],
  },
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
