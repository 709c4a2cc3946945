import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import pkg from './package.json' with { type: 'json' };

/** Everything a user's npm brings along stays outside: Node itself, every dependency and peer, with their subpaths. */
const external = [
  /^node:/,
  ...Object.keys({ ...pkg.dependencies, ...pkg.peerDependencies }).map((name) => new RegExp(`^${name}(/|$)`)),
];

/** light-dark() stays: a page's color-scheme decides, which what it would be lowered to knows nothing of. */
export const cssTarget = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

/** Writes one readable file a module, so that a bundler takes only what an app uses and `'use client'` stays where it was. */
const config: UserConfig = defineConfig({
  plugins: [
    react(),
    executable('bin.js'),
    typed('styles.css'),
    typed('approvals.css'),
    typed('account.css'),
    typed('transfer.css'),
  ],
  build: {
    target: 'es2022',
    sourcemap: true,
    minify: false,
    cssMinify: true,
    cssTarget,
    cssCodeSplit: true,
    emptyOutDir: true,
    copyPublicDir: false,
    lib: {
      entry: {
        index: 'src/index.ts',
        client: 'src/client.ts',
        callback: 'src/callback.ts',
        contract: 'src/contract.ts',
        crypto: 'src/crypto.ts',
        server: 'src/server.ts',
        service: 'src/service.ts',
        testing: 'src/testing.ts',
        bin: 'src/bin.ts',
        styles: 'src/components/styles.css',
        approvals: 'src/components/approvals.css',
        account: 'src/components/account.css',
        transfer: 'src/components/transfer.css',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external,
      output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js' },
    },
  },
});
export default config;

/** npm makes a `bin` executable when it packs; this does it for the checkout too. */
function executable(file: string): Plugin {
  return {
    name: 'executable',
    writeBundle({ dir }, bundle) {
      if (dir !== undefined && file in bundle) chmodSync(join(dir, file), 0o755);
    },
  };
}

/** TypeScript asks what `import 'latchkey/styles.css'` is, where `noUncheckedSideEffectImports` is on: nothing. */
function typed(file: string): Plugin {
  return {
    name: 'typed',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: `${file}.d.ts`, source: 'export {};\n' });
    },
  };
}
