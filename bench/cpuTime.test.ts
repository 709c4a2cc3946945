import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { cpuMsOf, familyOf } from './cpuTime.js';

test.runIf(process.platform === 'linux')('the time of a child stays in the sum when it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'for (const end = Date.now() + 300; Date.now() < end;);']);
  const { pid = 0 } = child;
  expect(familyOf(process.pid)).toContain(pid);
  const before = cpuMsOf([process.pid, pid]);
  await once(child, 'exit');
  expect(familyOf(process.pid)).not.toContain(pid);
  expect(cpuMsOf([process.pid, pid])).toBeGreaterThan(before);
});

test('a process that is not there has used nothing, and has no children', () => {
  const pid = 2 ** 30; // beyond the greatest id of Linux
  expect(cpuMsOf([pid])).toBe(0);
  expect(familyOf(pid)).toEqual([pid]);
});
