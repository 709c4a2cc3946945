import { expect, test } from 'vitest';
import { signRawPayload } from '../../../../src/contract/signing.js';
import { answerTo, newAsking } from '../../../../src/service/coordinator/engine/handlers/asking.js';
import { decisionBudget, TooCostly } from '../../../../src/service/coordinator/policy/budget.js';
import type { PolicyContext } from '../../../../src/service/coordinator/policy/context.js';
import { judge } from '../../../../src/service/coordinator/policy/judge.js';
import { type Approval, subjectOf } from '../../../../src/service/coordinator/policy/subject.js';
import { mayVote } from '../../../../src/service/coordinator/policy/voters.js';
import { limits } from '../../../../src/service/limits/limits.js';
import { tooMany } from '../../../support/policies/costly.js';
import { compiled, subjectFrom, type WrittenPolicy } from '../../../support/policies/subjects.js';

const label = (text: string): PolicyContext => ({
  private_key: { id: 'k', tags: [], imported: false, exported: false, label: text },
});
const stepsOf = (condition: string, contexts: readonly PolicyContext[] = [{}], more: Partial<WrittenPolicy> = {}) => {
  const budget = decisionBudget();
  judge(
    compiled([{ effect: 'EFFECT_ALLOW', condition, ...more }]),
    subjectFrom({ kind: 'SIGN_RAW_PAYLOADS', contexts }),
    budget,
  );
  return budget.taken.steps;
};
const long = 'x'.repeat(64_000);
const voter: Approval = {
  user: { user_id: 'ada', user_name: 'Ada', email: null, email_verified: 0, is_root: 0, tag_ids: '[]' },
  credential: undefined,
};

test('A-63: long texts that are compared, cut or sought cost as much as they are long', () => {
  const few = stepsOf("private_key.label == 'x'", [label(long)]);
  expect(few).toBeLessThan(10);
  for (const condition of [
    'private_key.label == private_key.label',
    'private_key.label != private_key.label',
    'private_key.label in [private_key.label]',
    '[private_key.label].contains(private_key.label)',
    "private_key.label[0..64000] == 'x'",
  ]) {
    const steps = stepsOf(condition, [label(long)]);
    expect(steps, condition).toBeGreaterThanOrEqual(1000);
    expect(steps, condition).toBeLessThan(1020);
  }
});

test('A-63: members of structs that are compared cost a step each, and an error costs hundreds', () => {
  const members = Array.from({ length: 100 }, (_, index) => `m${index}: 1`).join(', ');
  const other = members.replace('m0:', 'n0:');
  expect(stepsOf(`{ ${members} } in [{ ${other} }]`)).toBeGreaterThan(400);
  const contexts = Array.from({ length: 10 }, (_, index) => label(`${index}`));
  expect(stepsOf("private_key.tags[3] == 'a'", contexts)).toBeGreaterThan(2500);
});

test('A-63: a CronSpan costs the same whether the clocks of its zone were asked before or not', () => {
  const time = "CronSpan('0 9 * * *', '8h', 'Asia/Kathmandu')";
  const first = stepsOf('true', [{}], { time });
  expect(first).toBeGreaterThan(1000);
  expect(stepsOf('true', [{}], { time })).toBe(first);
});

test('A-63: no policy takes more than its own steps, and all of them no more than the decision has', () => {
  const policies = compiled(tooMany('EFFECT_ALLOW', 100));
  const subject = subjectFrom({ kind: 'SIGN_RAW_PAYLOADS', contexts: [label('a'), label('b')] });
  const budget = decisionBudget();
  expect(() => judge(policies, subject, budget)).toThrow(TooCostly);
  expect(budget.taken.steps).toBeLessThanOrEqual(limits.stepsOfDecision.most);
  const some = decisionBudget();
  expect(judge(policies.slice(0, 40), subject, some).outcomes).toHaveLength(40);
  expect(some.taken.steps).toBeLessThanOrEqual(40 * (limits.stepsOfPolicy.most + 250));
});

test('A-63: the verdict and who may vote share one budget', () => {
  const policies = compiled(tooMany('EFFECT_ALLOW', 40));
  const subject = subjectFrom({ kind: 'SIGN_RAW_PAYLOADS' });
  const budget = decisionBudget();
  expect(mayVote(policies, subject, voter, budget)).toBe(false);
  expect(() => judge(policies, subject, budget)).toThrow(TooCostly);
});

test('A-63: an answer is used again only where policies, time and everything that they read are the same', () => {
  const asking = newAsking();
  const policies = compiled([
    {
      effect: 'EFFECT_ALLOW',
      condition: "private_key.label == 'a'",
      time: "time.now < Timestamp('2027-06-01T11:00:00Z')",
    },
  ]);
  const given = { kind: 'SIGN_RAW_PAYLOADS', contexts: [label('a')] };
  let asked = 0;
  const ask = (subject = given, changes: object = {}) =>
    answerTo(
      asking,
      { asked: 'the verdict', fingerprint: 'f', policies, subject: subjectFrom(subject), ...changes },
      () => {
        asked += 1;
        return asked;
      },
    );
  expect([ask(), ask(), ask({ ...given, contexts: [label('a')] })]).toEqual([1, 1, 1]);
  const others = [
    ask({ ...given, contexts: [label('b')] }),
    ask({ ...given, at: '2027-06-01T12:00:00Z' } as typeof given),
    ask({ ...given, approvers: [] } as typeof given),
    ask({ ...given, contexts: [label('a'), label('b')] }),
    ask(given, { policies: compiled([{ effect: 'EFFECT_DENY' }]) }),
    ask(given, { fingerprint: 'g' }),
    ask(given, { asked: 'ada' }),
  ];
  expect(others).toEqual([2, 3, 4, 5, 6, 7, 8]);
  expect(ask()).toBe(1);
});

test('lists of lists stay what they are to policies', () => {
  const message = { rows: [[1n], [2n, 3n]] };
  const domain = { chain_id: 1n };
  const contexts = [{ eth: { eip_712: { primary_type: 'T', domain, message } } }];
  const { conditions } = subjectOf({ row: signRawPayload, parameters: {}, approvals: [], contexts, nowMs: 0 });
  expect(conditions).toMatchObject(contexts);
});
