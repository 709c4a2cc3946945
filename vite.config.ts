import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import pkg from './package.json' with { type: 'json' };
import { chunkNames, fileOf, isForClient } from './scripts/chunks.js';
import { withoutDocstrings, withoutFacades, withoutMapsOf } from './scripts/distFiles.js';

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
    withoutDocstrings(),
    withoutFacades(isOfService),
    // Maps are three quarters of a file. Code reads as it was written but for its types; JSX does not, and where 'use client' stands is
    // checked by the maps.
    withoutMapsOf(
      ({ fileName, moduleIds }) =>
        isOfService(fileName) || !moduleIds.some((id) => id.endsWith('.tsx') || hasClientLine(id)),
    ),
    executable('bin.js'),
    typed('styles.css'),
  ],
  build: {
    target: 'es2022',
    sourcemap: 'inline',
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
        ethereum: 'src/ethereum.ts',
        'ethereum/react': 'src/ethereum/react.ts',
        wagmi: 'src/wagmi.ts',
        solana: 'src/solana.ts',
        proofs: 'src/proofs.ts',
        server: 'src/server.ts',
        service: 'src/service.ts',
        testing: 'src/testing.ts',
        bin: 'src/bin.ts',
        styles: 'src/components/styles.css',
        approvals: 'src/components/approvals/approvals.css',
        wallet: 'src/components/wallet/wallet.css',
        account: 'src/components/account/account.css',
        transfer: 'src/components/transfer/transfer.css',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: fileOf,
        banner: ({ moduleIds }) => (moduleIds.length > 0 && moduleIds.every(hasClientLine) ? "'use client';" : ''),
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'files', name: chunkNames() }] },
        minifyInternalExports: false,
      },
      preserveEntrySignatures: 'allow-extension',
    },
  },
});
export default config;

/** Modules and files of the service, and of its tests: Node runs them as they are. */
function isOfService(path: string): boolean {
  return /(^|\/src\/)(service|testing)\//.test(path);
}

function hasClientLine(id: string): boolean {
  return /\.tsx?$/.test(id) && !id.startsWith('\0') && isForClient(readFileSync(id, 'utf8'));
}

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
