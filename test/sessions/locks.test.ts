import { afterEach, describe, expect, test, vi } from 'vitest';
import { isLocked, withLock } from '../../src/sessions/locks.js';

afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['without Web Locks', undefined],
  ['where the browser refuses Web Locks', { locks: { request: () => Promise.reject(new Error('SecurityError')) } }],
])('%s', (_, navigator) => {
  test('tasks of one name take turns, in the order of their asking', async () => {
    vi.stubGlobal('navigator', navigator);
    const steps: string[] = [];
    await Promise.all(['a', 'b', 'c'].map((task) => withLock('turns', () => twoSteps(task, steps))));
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  test('tasks of different names do not wait for each other', async () => {
    vi.stubGlobal('navigator', navigator);
    const steps: string[] = [];
    await Promise.all(['a', 'b'].map((task) => withLock(task, () => twoSteps(task, steps))));
    expect(steps.slice(0, 2)).toEqual(['a begins', 'b begins']);
  });

  test('a failing task blocks nobody, and its caller gets the error', async () => {
    vi.stubGlobal('navigator', navigator);
    const failed = withLock('fails', () => Promise.reject(new Error('no')));
    const next = withLock('fails', async () => 'done');
    await expect(failed).rejects.toThrow('no');
    await expect(next).resolves.toBe('done');
  });
});

test('a name is locked as long as a task of it runs or waits, and no longer', async () => {
  vi.stubGlobal('navigator', undefined);
  const steps: string[] = [];
  const tasks = ['a', 'b'].map((task) => withLock('seen', () => twoSteps(task, steps)));
  expect([await isLocked('seen'), await isLocked('other')]).toEqual([true, false]);
  await tasks[0];
  expect(await isLocked('seen')).toBe(true);
  await tasks[1];
  expect(await isLocked('seen')).toBe(false);
});

test('with Web Locks, a name that another tab has is locked', async () => {
  const query = async () => ({ held: [{ name: 'latchkey.held' }], pending: [{ name: 'latchkey.pending' }] });
  vi.stubGlobal('navigator', { locks: { query } });
  expect(await Promise.all(['held', 'pending', 'free'].map(isLocked))).toEqual([true, true, false]);
});

test('with Web Locks, a task that fails is not run again', async () => {
  const request = async (_: string, run: () => Promise<unknown>) => run();
  vi.stubGlobal('navigator', { locks: { request } });
  const task = vi.fn(() => Promise.reject(new Error('no')));
  await expect(withLock('once', task)).rejects.toThrow('no');
  expect(task).toHaveBeenCalledTimes(1);
});

async function twoSteps(task: string, steps: string[]): Promise<void> {
  steps.push(`${task} begins`);
  await new Promise((resolve) => setTimeout(resolve, 1));
  steps.push(`${task} ends`);
}
