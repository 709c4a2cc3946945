import { expect, test } from 'vitest';
import { consequencesWords, editFaultWords, stateOf, statesWords } from '../../dashboard/pages/policies/results.js';
import type { ActivityOutcome, SimulatedOutcome } from '../../src/contract/policyCases.records.js';

const under = (outcome: ActivityOutcome) => ({ outcome, policyNames: [] });
const notEvaluated = (code: string): SimulatedOutcome => ({ notEvaluated: { code, message: '' } });
const denied = { expected: 'DENY' } as const;

test('a case holds only by an outcome: that of today where nothing is edited, else that of the edited policies', () => {
  expect(stateOf(denied, { today: under('DENY') }, false)).toBe('holds');
  expect(stateOf(denied, { today: under('ALLOW') }, false)).toBe('broken');
  expect(stateOf(denied, { today: under('ALLOW'), edited: under('DENY') }, true)).toBe('holds');
  expect(stateOf(denied, { today: under('DENY'), edited: under('ALLOW') }, true)).toBe('broken');
  expect(stateOf(denied, { today: under('DENY') }, true)).toBe('unknown');
  expect(stateOf(denied, notEvaluated('VOTE'), true)).toBe('unknown');
  expect(stateOf(denied, undefined, false)).toBe('unknown');
});

test('all cases hold only where each of them is evaluated', () => {
  expect(statesWords(['holds', 'holds'])).toBe('All cases hold.');
  expect(statesWords(['unknown', 'unknown'])).toBe('Cases: 2 not evaluated.');
  expect(statesWords(['holds', 'broken', 'unknown', 'broken'])).toBe('Cases: 1 holds, 2 do not hold, 1 not evaluated.');
  expect(statesWords(['broken'])).toBe('Cases: 1 does not hold.');
});

test('where little is evaluated, no words say that nothing comes out otherwise', () => {
  const same = { today: under('DENY'), edited: under('DENY') };
  const other = { today: under('DENY'), edited: under('ALLOW') };
  const cases = [denied];
  expect(consequencesWords({ cases, outcomes: [notEvaluated('VOTE')] })).toBe('Cases: 1 not evaluated.');
  expect(consequencesWords({ cases: [], outcomes: [notEvaluated('NOT_EVALUATED')] })).toBe(
    '1 past activity was not evaluated.',
  );
  expect(consequencesWords({ cases, outcomes: [same, same, notEvaluated('VOTE')] })).toBe(
    'Nothing comes out otherwise. All cases hold.',
  );
  expect(consequencesWords({ cases, outcomes: [same, notEvaluated('INTENT_NOT_KEPT')] })).toBe(
    'Of what was evaluated nothing comes out otherwise. All cases hold. 1 past activity was not evaluated.',
  );
  expect(consequencesWords({ cases, outcomes: [other, other] })).toBe('2 come out otherwise. Cases: 1 does not hold.');
});

test('what is wrong with an edited policy is said', () => {
  const fault = {
    policyName: 'Tags',
    code: 'POLICY_INVALID',
    clause: 'condition',
    at: 3,
    expected: 'a name is expected',
  };
  expect(editFaultWords({ ...fault, code: 'POLICY_INVALID', clause: 'condition' })).toBe(
    'Condition: a name is expected.',
  );
  expect(editFaultWords({ code: 'NAME_TAKEN', policyName: 'Tags' })).toBe('Another policy is named Tags.');
  expect(editFaultWords({ code: 'LIMIT_REACHED' })).toMatch(/more policies/);
});
