import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultOf } from '../../../../src/service/coordinator/policy/checkPolicy.js';
import { judge } from '../../../../src/service/coordinator/policy/judge.js';
import { kinds } from '../../../support/policies/kinds.js';
import { compiled, outcomeOf, subjectFrom, type WrittenPolicy } from '../../../support/policies/subjects.js';
import { examples } from './examples.js';

describe('policies that people write', () => {
  test.each(examples)('$title', ({ policy, applies, passes }) => {
    expect(faultOf({ consensus: '', condition: '', time: '', ...policy }, kinds)).toBeUndefined();
    const outcome = policy.effect === 'EFFECT_ALLOW' ? 'OUTCOME_ALLOW' : 'OUTCOME_DENY_EXPLICIT';
    expect(outcomeOf(policy, applies)).toBe(outcome);
    expect(outcomeOf(policy, passes)).not.toBe(outcome);
  });

  test('each stands among the examples of docs/policies.md, which have no others', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../../docs/policies.md'), 'utf8');
    const [, section = ''] = text.split('\n## Examples\n');
    const written = [...section.matchAll(/^```json\n(\{.*?\n\})\n```$/gms)].map(
      ([, block = '']) => JSON.parse(block) as WrittenPolicy,
    );
    expect(written).toEqual(examples.map(({ policy }) => policy));
  });
});

test('policies are evaluated for each element of a list, and one denied element denies all', () => {
  const [allowed, denied] = ['treasury', 'other'].map((id) => ({
    wallet: { id, imported: false, exported: false, label: id },
  }));
  const policies = compiled([
    { effect: 'EFFECT_ALLOW', condition: "activity.action == 'SIGN'" },
    { effect: 'EFFECT_DENY', condition: "wallet.id == 'other'" },
  ]);
  const ruling = (...contexts: NonNullable<typeof allowed>[]) =>
    judge(policies, subjectFrom({ kind: 'SIGN_RAW_PAYLOAD', contexts }));
  if (!allowed || !denied) throw new Error('There are two.');
  expect(ruling(allowed, allowed)).toMatchObject({ allows: true, denies: false });
  expect(ruling(allowed, denied)).toMatchObject({ denies: true });
  const some = compiled([{ effect: 'EFFECT_ALLOW', condition: "wallet.id == 'treasury'" }]);
  const subject = subjectFrom({ kind: 'SIGN_RAW_PAYLOAD', contexts: [allowed, denied] });
  expect(judge(some, subject)).toMatchObject({ allows: false, awaits: false, denies: false });
});

test('a policy about a root or parameter that an activity lacks does not apply, and denies nothing', () => {
  for (const condition of [
    "eth.tx.to == '0x00'",
    "wallets.any(w, w.id == 'x')",
    "activity.params.user_id == 'x'",
    "private_key.id == 'x'",
  ])
    expect(outcomeOf({ effect: 'EFFECT_DENY', condition }, { kind: 'SIGN_RAW_PAYLOAD' }), condition).toBe(
      'OUTCOME_ERROR',
    );
});

test('any other error of a deny denies, and of an allow does not allow', () => {
  const subject = { kind: 'SIGN_RAW_PAYLOAD', parameters: { encoding: 'x' } };
  for (const expressions of [
    { condition: "activity.params.hash_function == 'x'" },
    { consensus: "approvers[1].id == 'x'" },
    { consensus: "approvers[1].id == 'x'", condition: 'false' },
    { condition: `[${'1, '.repeat(101)}1].all(a, [${'1, '.repeat(101)}1].all(b, a == b))` },
  ]) {
    expect(outcomeOf({ effect: 'EFFECT_DENY', ...expressions }, subject)).toBe('OUTCOME_DENY_EXPLICIT');
    expect(outcomeOf({ effect: 'EFFECT_ALLOW', ...expressions }, subject)).toBe('OUTCOME_ERROR');
  }
});

test('a policy sees the newest type, and a text that names an older one means that', () => {
  for (const type of ['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD', 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'])
    expect(
      outcomeOf({ effect: 'EFFECT_ALLOW', condition: `activity.type == '${type}'` }, { kind: 'SIGN_RAW_PAYLOAD' }),
    ).toBe('OUTCOME_ALLOW');
});
