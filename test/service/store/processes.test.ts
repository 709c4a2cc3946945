import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

describe('libsql in processes of their own', () => {
  let writer: string;
  beforeAll(async () => {
    writer = await bundledWriter();
  });
  const folder = temporaryFolder();
  const freshPath = () => join(folder, `${randomUUID()}.db`);
  const start = (path: string, times: number) => spawn(process.execPath, [writer, path, String(times)]);

  test('a bare boolean ends the whole process: the reason for the guard', () => {
    const bare = `import Database from 'libsql'; new Database(':memory:').prepare('select ?').all([true]);`;
    const run = () => execFileSync(process.execPath, ['--input-type=module', '-e', bare], { stdio: 'pipe' });
    expect(run).toThrow(expect.objectContaining({ signal: 'SIGABRT' }));
  });

  test('three that start at once make the tables once and lose no addition; a boolean ends none of them', async () => {
    const path = freshPath();
    const outcomes = await Promise.all([start(path, 100), start(path, 100), start(path, 100)].map(outcome));
    expect(outcomes).toEqual(Array(3).fill({ code: 0, signal: null, commits: 100, complaint: '' }));
    expect(await counted(path)).toBe(300);
  });

  test('killed at any time, it has kept all that it acknowledged', async () => {
    const path = freshPath();
    let count = 0;
    for (const afterCommits of [1, 40, 150]) {
      const child = start(path, 100_000);
      let commits = 0;
      child.stdout?.on('data', (dots: Buffer) => {
        commits += dots.length;
        if (commits >= afterCommits) child.kill('SIGKILL');
      });
      const { signal, ...rest } = await outcome(child);
      expect(signal).toBe('SIGKILL');
      count += rest.commits;
      const kept = await counted(path);
      expect(kept).toBeGreaterThanOrEqual(count);
      count = kept;
    }
  });
});

/** The writer as JavaScript, where it still finds the installed packages. */
async function bundledWriter(): Promise<string> {
  const outDir = 'node_modules/.cache/latchkey-store-writer';
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: fileURLToPath(new URL('./writer.ts', import.meta.url)),
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'writer.mjs' } },
    },
  });
  return join(outDir, 'writer.mjs');
}

async function outcome(child: ChildProcess) {
  let commits = 0;
  let complaint = '';
  child.stdout?.on('data', (dots: Buffer) => {
    commits += dots.length;
  });
  child.stderr?.on('data', (text: Buffer) => {
    complaint += text;
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (...ended) => resolve(ended));
  });
  return { code, signal, commits, complaint };
}

async function counted(path: string): Promise<number> {
  const store = await openLibsql(path);
  const row = await store.read((db) => db.selectFrom('organizations').selectAll().executeTakeFirstOrThrow());
  await store.close();
  return row.root_quorum_threshold;
}
