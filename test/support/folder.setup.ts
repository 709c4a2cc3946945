import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for files that several test files share. It is removed after the run. */
    folderOfRun: string;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-run-'));
  project.provide('folderOfRun', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
