import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LatchkeyError } from '../../src/errors.js';
import { temporaryFolder } from '../../test/support/temporaryFolder.js';
import { fuzz } from './engine/fuzz.js';
import { orRefused } from './engine/orRefused.js';
import { shorterTime } from './engine/stopwatch.js';
import { run } from './run.js';
import { mustHold, type Target } from './target.js';
import { path } from './targets/wallets.js';

const folder = temporaryFolder();

/** The faults that the engine finds in a function, with 5,000 inputs made of a path. */
async function faultsOf(product: (input: string) => unknown): Promise<readonly { why: string; input: string }[]> {
  const target: Target = {
    ...path,
    run: (input) => (orRefused(['PATH_MALFORMED'], () => product(input)) === undefined ? 'refused' : 'accepted'),
  };
  const heartbeat = { note: () => {} };
  const settings = { target, corpus: ["m/44'/60'/0'/0/0"], seed: 1, inputs: 5_000, heartbeat, coverage: undefined };
  return (await fuzz(settings)).faults;
}

/** True for inputs that only the engine can make: the corpus has none. */
const isRare = (input: string) => input.includes('2147483648');

test('a correct function has no faults', async () => {
  expect(await faultsOf((input) => input)).toEqual([]);
});

test('an error that is not the product’s is found, with its input and without a path of this machine', async () => {
  const [fault, ...others] = await faultsOf((input) => isRare(input) && (undefined as unknown as string).length);
  expect(fault?.why).toMatch(/^throws TypeError: .*engine\.test\.ts/);
  expect(fault?.why).not.toContain(import.meta.dirname);
  expect(fault?.input).toContain('2147483648');
  expect(others).toEqual([]);
});

test('a refusal with a code that is not documented is found', async () => {
  const [fault] = await faultsOf((input) => {
    if (isRare(input)) throw new LatchkeyError('SOMETHING_ELSE', 'no');
    return input;
  });
  expect(fault?.why).toContain('SOMETHING_ELSE');
});

test('a value that breaks a documented property is found', async () => {
  const [fault] = await faultsOf((input) => {
    mustHold(!isRare(input), 'no large index');
    return input;
  });
  expect(fault?.why).toBe('property broken: no large index');
});

test('a function that refuses everything is found', async () => {
  expect(await faultsOf(() => undefined)).toEqual([{ why: 'accepts no input of the corpus', input: '' }]);
});

test('an input that takes more than a tenth of a second is found', async () => {
  const [fault] = await faultsOf((input) => {
    const passedMs = shorterTime(); // as the engine measures: beside other programs, 350 ms of the clock are too few; a slow machine is allowed 300
    while (isRare(input) && passedMs() < 350);
    return input;
  });
  expect(fault?.why).toMatch(/^takes \d{3} ms$/);
});

test('an input that never returns ends the thread, and is reported', async () => {
  const program = join(folder, 'spins.mjs');
  writeFileSync(
    program,
    `import { workerData } from 'node:worker_threads';
     const head = new Int32Array(workerData.heartbeatMemory, 0, 2);
     new Uint16Array(workerData.heartbeatMemory, 8)[0] = 'm'.charCodeAt(0);
     head[1] = 1;
     head[0] = 1;
     for (;;);`,
  );
  const job = { target: 'path', at: 'functions', seed: 1, inputs: 1, program } as const;
  expect(await run(job, 10_000)).toEqual({ fault: { why: 'does not come back within 10000 ms', input: 'm' } });
});
