import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { fetchVectors } from '../../scripts/vectors/fetchVectors.js';
import { type VectorFile, vectorSources } from '../../scripts/vectors/sources.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { findVectors, vectorFolders } from '../support/vectorFolders.js';
import { root } from './manifest.js';

const place = temporaryFolder();
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

let answer: RequestListener = () => {};
let elsewhereWasAsked = false;
const server = createServer((request, response) => answer(request, response));
const elsewhere = createServer((_request, response) => {
  elsewhereWasAsked = true;
  response.end('one');
});
const [origin, other] = await Promise.all(
  [server, elsewhere].map(async (each) => {
    await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(each.address() as AddressInfo).port}`;
  }),
);
afterAll(() => {
  for (const each of [server, elsewhere]) each.close().closeAllConnections();
});

/** What the place holds: nothing is left beside the folder. */
const placed = () => readdirSync(place, { recursive: true, encoding: 'utf8' }).sort();
const folder = join(place, 'vectors');

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'old.json'), 'old');
});

const one: VectorFile = { to: 'a/one.json', path: 'in/one 1.json', sha256: sha256('one') };
const two: VectorFile = { to: 'two.json', path: 'two.json', sha256: sha256('two') };
const fetched = (...files: VectorFile[]) =>
  fetchVectors([{ repository: 'owner/name', commit: 'c0ffee', files }], { origin: origin ?? '', folder });

test('files with their digests take the place of what was there', async () => {
  const asked: string[] = [];
  answer = ({ url = '' }, response) => {
    asked.push(url);
    response.end(url.includes('two') ? 'two' : 'one');
  };
  const kept = { of: (bytes: Uint8Array) => bytes.subarray(1), sha256: sha256('wo') };
  expect(await fetched(one, { ...two, part: kept })).toEqual([]);
  expect(asked).toEqual(['/owner/name/c0ffee/in/one%201.json', '/owner/name/c0ffee/two.json']);
  expect(placed()).toEqual(['vectors', 'vectors/a', 'vectors/a/one.json', 'vectors/two.json']);
  expect(readFileSync(join(folder, 'a/one.json'), 'utf8')).toBe('one');
  expect(readFileSync(join(folder, 'two.json'), 'utf8')).toBe('wo');
});

const refusals: [string, RequestListener, RegExp][] = [
  ['another file', (_request, response) => response.end('One'), /its SHA-256 is [\da-f]{64} and not/],
  ['404', (_request, response) => response.writeHead(404).end('one'), /the answer is 404/],
  ['500 with the file', (_request, response) => response.writeHead(500).end('one'), /the answer is 500/],
  ['a part of a file', (_request, response) => response.writeHead(206).end('one'), /the answer is 206/],
  [
    'an answer that breaks off',
    (_request, response) => {
      response.writeHead(200, { 'Content-Length': '30' }).write('one');
      setTimeout(() => response.destroy(), 20);
    },
    /not to its end/,
  ],
  [
    'an answer without a length that breaks off',
    (_request, response) => {
      response.write('one');
      setTimeout(() => response.destroy(), 20);
    },
    /not to its end/,
  ],
  ['no answer', (request) => request.socket.destroy(), /did not come/],
  [
    'a redirect to another host',
    (_request, response) => response.writeHead(302, { Location: `${other}/one` }).end('one'),
    /leads to another one/,
  ],
  [
    'a redirect on the same host',
    ({ url }, response) => response.writeHead(301, { Location: `${url}?again` }).end('one'),
    /leads to another one/,
  ],
  [
    'a file without an end',
    (_request, response) => response.end(Buffer.alloc(13 * 2 ** 20)),
    /more than 12582912 bytes/,
  ],
];

test.each(refusals)('%s is refused, and nothing is kept', async (_what, wrong, says) => {
  answer = (request, response) => (request.url?.includes('two') ? response.end('two') : wrong(request, response));
  const faults = await fetched(two, one);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^a\/one\.json: refused: /);
  expect(faults[0]).toMatch(says);
  expect(placed()).toEqual(['vectors', 'vectors/old.json']);
  expect(elsewhereWasAsked).toBe(false);
});

test('every part of what comes must have its digest, too', async () => {
  answer = (_request, response) => response.end('one');
  const kept = { of: (bytes: Uint8Array) => bytes.subarray(1), sha256: sha256('one') };
  expect(await fetched({ ...one, part: kept })).toEqual([expect.stringMatching(/its SHA-256 is/)]);
});

test('each file of the table is at one commit, has a place of its own, and is the one that stands beside the project', () => {
  const files = vectorSources.flatMap((source) => source.files);
  expect(new Set(files.map(({ to }) => to)).size).toBe(files.length);
  for (const { repository, commit } of vectorSources) {
    expect(repository).toMatch(/^[\w.-]+\/[\w.-]+$/);
    expect(commit).toMatch(/^[\da-f]{40}$/);
  }
  const wrong = files.filter(({ to, ...file }) => {
    expect(to).toMatch(/^\w+\/[\w./-]+$/);
    const path = findVectors(to, root);
    return path !== undefined && sha256(readFileSync(path)) !== (file.part ?? file).sha256;
  });
  expect(wrong.map(({ to }) => to)).toEqual([]);
});

test('what is fetched is ignored by Git', () => {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  expect(ignored).toContain(`${vectorFolders.fetched}*`);
});
