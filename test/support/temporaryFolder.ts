import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new folder, gone after the tests of the file that asks for it. Ask outside of tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
