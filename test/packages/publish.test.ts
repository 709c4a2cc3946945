import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manifest, root, serviceManifest } from './manifest.js';

/** Runs what `npm publish` runs first, beside two manifests, where npm runs it. @param without - a line of the German words. */
function publish(kit: object, service: object, script: string, from = '.', without?: RegExp) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-publish-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'scripts'));
  for (const path of ['scripts/refuse-publish.mjs', 'scripts/missing-words.mjs', actions, words])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  const german = join(folder, words, 'germanApprovals.ts');
  if (without) writeFileSync(german, readFileSync(german, 'utf8').replace(without, ''));
  mkdirSync(join(folder, 'packages/latchkey-service'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(kit));
  writeFileSync(join(folder, 'packages/latchkey-service/package.json'), JSON.stringify(service));
  const [, path = ''] = /^node (\S+)$/.exec(script) ?? [];
  return spawnSync(process.execPath, [path], { cwd: join(folder, from), encoding: 'utf8' });
}

const actions = 'src/components/english/approvalActions.ts';
const words = 'src/components/words';

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

test('nothing is published while a language has no words for what people are asked to approve', () => {
  const { status, stderr } = publish(
    real,
    real,
    manifest.scripts.prepublishOnly ?? '',
    '.',
    /^ {2}CREATE_WALLET: .*\n/m,
  );
  expect(status).toBe(1);
  expect(stderr).toBe('Not published: CREATE_WALLET has no words in src/components/words/germanApprovals.ts.\n');
});
