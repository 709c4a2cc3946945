import { expect, test } from 'vitest';
import { openFramed as openPage } from './openFramed.js';

const openFramed = (by: 'this origin' | 'another origin', name = '') =>
  openPage(by, new URL('./framedPage.ts', import.meta.url), name);

const settled = () => new Promise((resolve) => setTimeout(resolve, 200));

test('T-43: an app in a frame of another origin gets one notice, and the console is left alone', async () => {
  const { heard, warned } = await openFramed('another origin', 'listening');
  await expect.poll(() => heard).toHaveLength(1);
  expect(heard).toEqual([{ code: 'FRAMED_BY_ANOTHER_ORIGIN' }]);
  await settled();
  expect(heard).toHaveLength(1);
  expect(warned).toEqual([]);
});

test('T-43: in development the console shows the notice if the app has no listener', async () => {
  const { heard, warned } = await openFramed('another origin');
  await expect
    .poll(() => warned)
    .toEqual([expect.stringMatching(/^Latchkey \(FRAMED_BY_ANOTHER_ORIGIN\): .*frame-ancestors/)]);
  expect(heard).toEqual([]);
});

test('T-43: in a frame of its own origin there is no notice', async () => {
  const { heard } = await openFramed('this origin', 'listening');
  const { warned } = await openFramed('this origin');
  await settled();
  expect({ heard, warned }).toEqual({ heard: [], warned: [] });
});
