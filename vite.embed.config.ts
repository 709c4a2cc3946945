import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { cssTarget } from './vite.config.js';

/** `latchkey/embed`: one script with all that it needs, React too, and the pieces that it loads later beside it. */
const config: UserConfig = defineConfig({
  plugins: [react()],
  base: './',
  build: {
    target: 'es2022',
    minify: true,
    cssMinify: true,
    cssTarget,
    outDir: 'dist/embed',
    emptyOutDir: true,
    copyPublicDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: { embed: 'src/embed.ts' },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
export default config;
