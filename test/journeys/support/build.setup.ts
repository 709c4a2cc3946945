import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import demo from '../../../demo/vite.config.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the demo built for this run, and the placeholder in its page for each answer's nonce. */
    builtDemo: { readonly folder: string; readonly nonce: string };
  }
}

/** Builds the demo, the plain page of the journeys, the widget and the dashboard once a run, as a user would build theirs, ready for a strict content policy. @returns what removes it */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-demo-'));
  const nonce = 'THE-NONCE-OF-THIS-ANSWER';
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production'; // it is `test` here, and React would be built for development
  const page = join(import.meta.dirname, '../page');
  const built = { outDir: folder, emptyOutDir: false, sourcemap: true };
  const common = {
    ...demo,
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    html: { cspNonce: nonce },
  } as const;
  await build({ ...common, build: { ...demo.build, ...built } });
  const input = join(page, 'plain.html');
  await build({ ...common, root: page, build: { ...demo.build, ...built, rolldownOptions: { input } } });
  await build({
    configFile: join(import.meta.dirname, '../../../vite.embed.config.ts'),
    mode: 'production',
    logLevel: 'error',
    build: { outDir: join(folder, 'embed') },
  });
  await build({
    configFile: join(import.meta.dirname, '../../../dashboard/vite.config.ts'),
    mode: 'production',
    logLevel: 'error',
    build: { outDir: join(folder, 'dashboard') },
  });
  process.env.NODE_ENV = NODE_ENV;
  provide('builtDemo', { folder, nonce });
  return () => rmSync(folder, { recursive: true, force: true });
}
