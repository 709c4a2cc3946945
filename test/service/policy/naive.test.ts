import { expect, test } from 'vitest';
import { compareOn } from './randomPolicies.js';

test('a second, naive evaluator agrees on random sets of policies, and a deny that is added never allows', () => {
  expect(compareOn(Number(process.env.POLICY_SETS ?? 100_000), 1)).toBeUndefined();
}, 1_800_000);
