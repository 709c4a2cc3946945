import { parseArgs } from 'node:util';
import { parts } from './parts.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    scale: { type: 'string', default: '1' },
  },
  strict: true,
});
const seed = Number(values.seed);
const scale = Number(values.scale);
if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`--seed takes a whole number, not ${values.seed}.`);
if (!(scale > 0)) throw new Error(`--scale takes a number above 0, not ${values.scale}.`);

const chosen = parts.filter(({ name }) => name.includes(values.only));
if (chosen.length === 0)
  throw new Error(`No part is called ${values.only}: ${parts.map(({ name }) => name).join(', ')}.`);
console.log(`seed ${seed}, scale ${scale}`);
const failed: string[] = [];
for (const { name, run } of chosen) {
  const startMs = performance.now();
  console.log(name);
  try {
    for (const line of await run({ seed, scale })) console.log(`  ${line}`);
  } catch (error) {
    failed.push(name);
    console.log(`  DEVIATION: ${error instanceof Error ? error.stack : String(error)}`);
  }
  console.log(`  ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
}
console.log(failed.length > 0 ? `check:security FAILED: ${failed.join(', ')}` : 'check:security passed');
if (failed.length > 0) process.exitCode = 1;
