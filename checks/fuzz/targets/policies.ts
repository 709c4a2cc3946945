import type { ActivityRow } from '../../../src/contract/row.js';
import { activityRows } from '../../../src/contract/rows.js';
import { faultOf } from '../../../src/service/coordinator/policy/checkPolicy.js';
import { compilePolicy } from '../../../src/service/coordinator/policy/compile.js';
import { judge } from '../../../src/service/coordinator/policy/judge.js';
import { activityFacts } from '../../../src/service/coordinator/policy/subject.js';
import { type Chance, pick } from '../../../test/support/chance.js';
import { asked } from '../engine/asked.js';
import { below } from '../engine/mutate.js';
import { conditioned } from '../service/requests.js';
import { promised, type Target } from '../target.js';

const words = [
  ...[
    'activity',
    '.kind',
    '.params',
    '.hash_function',
    'wallet',
    '.id',
    'eth.eip_712',
    ".message['to']",
    'wallet_account.address',
  ],
  ...[' == ', ' != ', ' < ', ' in ', ' && ', ' || ', '!', '(', ')', '[', ']', '{', '}', ',', ':', '..', '.'],
  ...[
    ".any(v, v == 'x')",
    '.count()',
    '.contains(1)',
    '.filter(v, true)',
    '.all(v, v)',
    "'x'",
    "'\\''",
    '1',
    '-1',
    'true',
  ],
  ...[
    "'",
    '\\',
    '"',
    '\n',
    '\u00a0',
    '٣',
    '__proto__',
    'constructor',
    'CronSpan(',
    "Timestamp('2027-01-01T00:00:00Z')",
    "eth.tx.contract_call_args['amount']",
    'solana.tx.instructions[0].parsed_instruction_data',
    ".program_call_args['amount']",
  ],
];

const kinds = Object.values<ActivityRow>(activityRows);

/** The condition of a policy. */
export const policy: Target = {
  name: 'policy',
  functions: 'faultOf, compilePolicy, judge',
  form: 'text',
  most: 200,
  longest: 16_384,
  words,
  bentPercent: 50,
  bend: (chance) => expression(chance, 4),
  look: (input) => {
    const fault = asked([], () => faultOf({ consensus: '', condition: input, time: '' }, kinds));
    if (fault) {
      promised(fault.at >= 0 && fault.at <= input.length, 'the place of a fault is in the expression');
      return 'refused';
    }
    const stored = { policy_id: 'p', effect: 'EFFECT_DENY', consensus: '', condition: input, time: '' } as const;
    const compiled = compilePolicy(stored);
    for (const kind of kinds.slice(0, 8)) {
      const activity = activityFacts({ ...kind, type: kind.activityKind }, {});
      const subject = { kind, nowMs: 0, conditions: [{ activity }], consensus: { approvers: [], credentials: [] } };
      const { outcomes } = asked([], () => judge([compiled], subject)) ?? { outcomes: [] };
      promised(outcomes.length === 1, 'a policy that was taken has an outcome');
    }
    return 'taken';
  },
  service: { name: 'create_policy, condition', request: conditioned },
};

/** An expression that is a yes or no, now and then with a piece that does not fit. */
function expression(chance: Chance, depth: number): string {
  if (chance() < 0.02) return pick(chance, words);
  const inside = () => expression(chance, depth - 1);
  if (depth === 0 || chance() < 0.3)
    return pick(chance, [
      `activity.kind == 'CREATE_WALLET'`,
      `activity.action in ['SIGN', 'CREATE']`,
      `wallet.label != 'x'`,
      `activity.params.hash_function == 'x'`,
      `[1, ${below(chance, 9)}].contains(${below(chance, 9)})`,
    ]);
  return pick(chance, [
    () => `${inside()} && ${inside()}`,
    () => `(${inside()} || ${inside()})`,
    () => `!(${inside()})`,
    () => `[1, 2].any(n${depth}, n${depth} > 1 && ${inside()})`,
    () => `(${inside()}) == true`,
  ])();
}
