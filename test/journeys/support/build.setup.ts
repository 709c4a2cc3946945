import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the demo built for this run, and the placeholder in its page for each answer's nonce. */
    builtDemo: { readonly folder: string; readonly nonce: string };
  }
}

/** Builds the demo and the widget once a run, as a user would build theirs, ready for a strict content policy. @returns what removes it */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-demo-'));
  const nonce = 'THE-NONCE-OF-THIS-ANSWER';
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production'; // it is `test` here, and React would be built for development
  await build({
    configFile: join(import.meta.dirname, '../../../demo/vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    html: { cspNonce: nonce },
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, sourcemap: true },
  });
  await build({
    configFile: join(import.meta.dirname, '../../../vite.embed.config.ts'),
    mode: 'production',
    logLevel: 'error',
    build: { outDir: join(folder, 'embed') },
  });
  process.env.NODE_ENV = NODE_ENV;
  provide('builtDemo', { folder, nonce });
  return () => rmSync(folder, { recursive: true, force: true });
}
