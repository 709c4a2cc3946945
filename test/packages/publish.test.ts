import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manifest, root } from './manifest.js';

/** Runs what `npm publish` runs first, beside a manifest. */
function publish(named: object) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-publish-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'scripts'));
  cpSync(join(root, 'scripts/refuse-publish.mjs'), join(folder, 'scripts/refuse-publish.mjs'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(named));
  return spawnSync(process.execPath, ['scripts/refuse-publish.mjs'], { cwd: folder, encoding: 'utf8' });
}

test('nothing is published while the manifest names no real repository', () => {
  expect(manifest.scripts.prepublishOnly).toBe('node scripts/refuse-publish.mjs');
  const url = 'https://code.example/acme/latchkey';
  const real = { repository: { url: `git+${url}.git` }, homepage: `${url}#readme`, bugs: { url: `${url}/issues` } };
  expect(publish(real)).toMatchObject({ status: 0, stderr: '' });
  for (const lacks of [{ repository: undefined }, { homepage: 'https://example.invalid/latchkey' }, { bugs: {} }]) {
    const { status, stderr } = publish({ ...real, ...lacks });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Not published: put the real repository into/);
  }
});
