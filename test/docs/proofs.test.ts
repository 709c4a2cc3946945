import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestService } from '../../src/testing/createTestService.js';
import { root } from '../packages/manifest.js';
import { makeProofs } from '../support/proofs/proofPair.js';
import { App } from './Addresses.js';
import { isFromOurEnclave } from './isFromOurEnclave.js';
import { ProofLine } from './ProofLine.js';
import { proofFor } from './proofFor.js';

const page = readFileSync(join(root, 'docs/proofs.md'), 'utf8');

afterEach(() => vi.restoreAllMocks());

test('The lines of docs/proofs.md are those that are compiled and run here.', () => {
  const [, code] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  const file = readFileSync(join(import.meta.dirname, 'isFromOurEnclave.ts'), 'utf8');
  // The page has no semicolons, as the README.
  expect(code).toBe(file.replace('../../src/proofs.js', 'latchkey/proofs').replace(/;$/gm, ''));
});

test('The lines for a React app are those that are compiled here.', () => {
  const [, code] = /^```tsx\n(.*?)^```$/ms.exec(page) ?? [];
  const file = readFileSync(join(import.meta.dirname, 'Addresses.tsx'), 'utf8');
  expect(code).toBe(file.replace('../../src/index.js', 'latchkey').replace(/;$/gm, ''));
  expect(renderToString(createElement(App))).toBe(''); // nobody is logged in on a server
});

test.each([
  ['the hook', 'ProofLine.tsx', 'index.js', 'latchkey'],
  ['a server', 'proofFor.ts', 'client.js', 'latchkey/client'],
])('The lines for %s are those that are compiled here.', (_what, name, entry, packed) => {
  const file = readFileSync(join(import.meta.dirname, name), 'utf8');
  expect(page).toContain(`\n${file.replace(`../../src/${entry}`, packed).replace(/;$/gm, '')}\`\`\`\n`);
});

test('The lines for a server find no proof of an address that has none.', async () => {
  const { settings, rootApiKey, organizationId } = await createTestService();
  const account = { address: '0x9955999999999999999999999999999999999999', path: null };
  expect(await proofFor(settings, rootApiKey, organizationId, account)).toBe('none');
  expect(ProofLine).toBeTypeOf('function');
});

test('They refuse a proof below another root, and say why.', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { appProof, bootProof, claim } = await makeProofs();
  expect(await isFromOurEnclave(claim, appProof, bootProof)).toBe(false);
  expect(warn).toHaveBeenCalledWith('CERTIFICATE_ROOT', expect.any(String), expect.any(String));
});

test('The page has every code of an error, and no other.', () => {
  const source = readFileSync(join(root, 'src/crypto/proofs/proofError.ts'), 'utf8');
  const codes = [...source.matchAll(/^ {2}\| '([A-Z_]+)'/gm)].map(([, code]) => code);
  const listed = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(20);
  expect(listed.sort()).toEqual(codes.sort());
});
