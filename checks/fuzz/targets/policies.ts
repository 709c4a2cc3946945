import type { ActivityRow } from '../../../src/contract/row.js';
import { activityRows } from '../../../src/contract/rows.js';
import { faultOf } from '../../../src/service/coordinator/policy/checkPolicy.js';
import { compilePolicy } from '../../../src/service/coordinator/policy/compile.js';
import { judge } from '../../../src/service/coordinator/policy/judge.js';
import { activityFacts } from '../../../src/service/coordinator/policy/subject.js';
import { type Chance, pick } from '../../../test/support/chance.js';
import { below } from '../engine/mutate.js';
import { orRefused } from '../engine/orRefused.js';
import { policyRequest } from '../service/requests.js';
import { mustHold, type Target } from '../target.js';

const dictionary = [
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
  maxUnits: 200,
  stretchedUnits: 16_384,
  dictionary,
  structuredPercent: 50,
  mutate: (chance) => expression(chance, 4),
  run: (input) => {
    const fault = orRefused([], () => faultOf({ consensus: '', condition: input, time: '' }, kinds));
    if (fault) {
      mustHold(fault.at >= 0 && fault.at <= input.length, 'the place of a fault is in the expression');
      return 'refused';
    }
    const stored = { policy_id: 'p', effect: 'EFFECT_DENY', consensus: '', condition: input, time: '' } as const;
    const compiled = compilePolicy(stored);
    for (const kind of kinds.slice(0, 8)) {
      const activity = activityFacts({ ...kind, type: kind.activityKind }, {});
      const subject = {
        kind,
        nowMs: 0,
        conditions: [{ activity }],
        consensus: { approvers: [], credentials: [] },
      };
      const { outcomes } = orRefused([], () => judge([compiled], subject)) ?? { outcomes: [] };
      mustHold(outcomes.length === 1, 'an accepted policy has an outcome');
    }
    return 'accepted';
  },
  service: { name: 'create_policy, condition', request: policyRequest },
};

/** A boolean expression, sometimes with a piece that makes it invalid. */
function expression(chance: Chance, depth: number): string {
  if (chance() < 0.02) return pick(chance, dictionary);
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
