import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { withoutFacades } from './scripts/distFiles.js';
import { cssTarget } from './vite.config.js';

/** `latchkey/embed`: one script with all that it needs, React too, and the pieces that it loads later beside it. */
const config: UserConfig = defineConfig({
  plugins: [react(), withoutFacades()],
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
      preserveEntrySignatures: 'allow-extension',
      experimental: { chunkOptimization: false }, // keeps the entrance a file that exports what is public, and nothing else
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        minifyInternalExports: false,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'first', tags: ['$initial'] },
            { debugName: 'later', name: (id) => (/\/words\//.test(id) ? null : laterPart(id)) },
          ],
        },
      },
    },
  },
});
export default config;

/** What a step after the first needs comes in one file, what a passkey or a provider needs besides in two more. */
function laterPart(id: string): string {
  if (/@simplewebauthn|passkeyRegistration|passkeys\/(makePasskey|accountPasskeys|signUp)\./.test(id))
    return 'passkeys';
  return /oauth|popup/i.test(id) ? 'oauth' : 'later';
}
