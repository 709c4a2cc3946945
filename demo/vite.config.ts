import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

const root = join(import.meta.dirname, '..');

/** Built for a strict Content-Security-Policy: the server of the page replaces NONCE by a new one in each answer, and nothing is inlined. */
const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  cacheDir: join(root, 'node_modules/.vite-demo'),
  plugins: [react()],
  resolve: {
    // The demo is written as a user would write theirs; here the package is this one, from source.
    alias: [
      { find: /^latchkey$/, replacement: join(root, 'src/index.ts') },
      { find: 'latchkey/styles.css', replacement: join(root, 'src/components/styles.css') },
      {
        find: /^latchkey\/(account|approvals|transfer|wallet)\.css$/,
        replacement: join(root, 'src/components/$1/$1.css'),
      },
      { find: /^latchkey\/(\w+)$/, replacement: join(root, 'src/$1.ts') },
    ],
  },
  html: { cspNonce: 'NONCE' },
  build: {
    assetsInlineLimit: 0,
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { input: ['index.html', 'oauth-callback.html'].map((page) => join(import.meta.dirname, page)) },
  },
  server: {
    // The development service has secrets on this disk: serve only files of the app and the library.
    fs: { allow: [import.meta.dirname, join(root, 'src'), join(root, 'node_modules')] },
    cors: false,
  },
});
export default config;
