import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parts } from './parts.js';
import { readmeText } from './readme.js';
import { peerVersions, readResults } from './result.js';

const root = join(import.meta.dirname, '..');

test('the README of the figures matches the kept results', () => {
  expect(readFileSync(join(root, 'bench/README.md'), 'utf8')).toBe(readmeText(parts, readResults(root)));
});

test('the figures stand beside the versions that are locked', () => {
  for (const { part, peers } of readResults(root)) {
    const folders = parts.find(({ name }) => name === part)?.peers ?? [];
    expect(peers, part).toEqual(peerVersions(root, folders));
  }
});

test('no result names a folder of the machine or a host', () => {
  const checks = readFileSync(join(root, 'bench/results/checks.md'), 'utf8');
  const text = JSON.stringify(readResults(root)) + checks;
  expect(text).not.toMatch(/\/(home|root|tmp|work|Users)\/|https?:/);
});
