import { expect, test } from 'vitest';
import { compareOn } from '../../../support/policies/randomPolicies.js';

test('a second, naive evaluator agrees on random sets of policies, and a deny that is added never allows', () => {
  expect(compareOn(20_000, 1)).toBeUndefined();
}, 600_000);
