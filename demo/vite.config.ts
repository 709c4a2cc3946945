import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

/** Built for a strict content policy: whoever serves the page replaces NONCE by one of the answer's own, and nothing is inlined. */
const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  html: { cspNonce: 'NONCE' },
  build: { assetsInlineLimit: 0, emptyOutDir: true, target: 'es2022' },
});
export default config;
