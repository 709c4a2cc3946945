import { randomInt } from 'node:crypto';
import { compareOn } from '../../test/support/policies/randomPolicies.js';
import { numbers } from '../options.js';

const { sets, seed } = numbers({ sets: 1_000_000, seed: randomInt(2 ** 31) });
console.log(`check:policies: ${sets} random sets of policies, seed ${seed}`);
const fault = compareOn(sets, seed);
if (fault) console.log(fault);
console.log(fault ? 'check:policies FAILED' : 'check:policies passed: both evaluators agree, and no deny allows');
if (fault) process.exitCode = 1;
