import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manifest, root, serviceManifest } from './manifest.js';

/** Runs what `npm publish` runs first, beside two manifests, where npm runs it. */
function publish(kit: object, service: object, script: string, from = '.') {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-publish-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'scripts'));
  cpSync(join(root, 'scripts/refuse-publish.mjs'), join(folder, 'scripts/refuse-publish.mjs'));
  mkdirSync(join(folder, 'packages/latchkey-service'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(kit));
  writeFileSync(join(folder, 'packages/latchkey-service/package.json'), JSON.stringify(service));
  const [, path = ''] = /^node (\S+)$/.exec(script) ?? [];
  return spawnSync(process.execPath, [path], { cwd: join(folder, from), encoding: 'utf8' });
}

const url = 'https://code.example/acme/latchkey';
const real = { repository: { url: `git+${url}.git` }, homepage: `${url}#readme`, bugs: { url: `${url}/issues` } };

test.each([
  ['latchkey', manifest.scripts.prepublishOnly, '.'],
  ['latchkey-service', serviceManifest.scripts.prepublishOnly, 'packages/latchkey-service'],
])('%s is not published while a manifest names no real repository', (_, script = '', from) => {
  expect(publish(real, real, script, from)).toMatchObject({ status: 0, stderr: '' });
  for (const lacks of [{ repository: undefined }, { homepage: 'https://example.invalid/latchkey' }, { bugs: {} }]) {
    const unreal = { ...real, ...lacks };
    for (const { status, stderr } of [publish(unreal, real, script, from), publish(real, unreal, script, from)]) {
      expect(status).toBe(1);
      expect(stderr).toMatch(/^Not published: put the real repository into/);
    }
  }
});
