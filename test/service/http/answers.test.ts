import { expect, test } from 'vitest';
import { answerInSlices } from '../../../src/service/http/answers.js';
import { unlimitedWork } from '../../../src/service/limits/requestWork.js';

test('A-66: a long answer is sent in pieces of some 64 KiB, and says its bytes before', async () => {
  const items = Array.from({ length: 300 }, (_, at) => ({ at, text: 'ü€😀'.repeat(300) }));
  const response = await answerInSlices({ items }, unlimitedWork);
  const pieces: Uint8Array[] = [];
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) pieces.push(read.value);
  const bytes = Buffer.concat(pieces);
  expect(response.headers.get('Content-Length')).toBe(String(bytes.length));
  expect(response.headers.get('Content-Type')).toBe('application/json');
  expect(JSON.parse(bytes.toString('utf8'))).toEqual({ items });
  expect(pieces.length).toBeGreaterThan(3);
  // A character of a text has at most three bytes.
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(3 * 70_000);
});
