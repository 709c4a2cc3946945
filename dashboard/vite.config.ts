import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { cssTarget } from '../vite.config.js';

const root = join(import.meta.dirname, '..');

/** The operator's app, into the package `latchkey-service`: built for a policy that allows its own files alone, and inlines nothing. */
const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  cacheDir: join(root, 'node_modules/.vite-dashboard'),
  plugins: [react()],
  resolve: {
    // Written as any app of this kit would be; here the package is this one, from source.
    alias: [
      { find: /^latchkey$/, replacement: join(root, 'src/index.ts') },
      { find: 'latchkey/styles.css', replacement: join(root, 'src/components/styles.css') },
      { find: /^latchkey\/(approvals|wallet)\.css$/, replacement: join(root, 'src/components/$1/$1.css') },
      { find: /^latchkey\/(\w+)$/, replacement: join(root, 'src/$1.ts') },
    ],
  },
  build: {
    outDir: join(root, 'packages/latchkey-service/dist/dashboard'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    cssTarget,
  },
});
export default config;
