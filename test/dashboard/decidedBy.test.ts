import { expect, test } from 'vitest';
import { decidedBy } from '../../dashboard/pages/activity/decidedBy.js';

const part = { clause: 'condition', from: 0, to: 4 } as const;

test('of a policy that denied because it could not be evaluated, that is said, and of one that matched it is not', () => {
  expect(decidedBy('OUTCOME_DENY_EXPLICIT', [part])).toBe('Marked: what decided, in its condition.');
  expect(decidedBy('OUTCOME_DENY_EXPLICIT', [{ ...part, failed: true }])).toBe(
    'Marked: where its condition could not be evaluated, and a policy that denies then denies.',
  );
  expect(decidedBy('OUTCOME_ERROR', [{ ...part, failed: true }])).toBe(
    'Marked: where its condition could not be evaluated.',
  );
});
