import { compilePolicy } from '../../../src/service/coordinator/policy/compile.js';
import type { PolicyContext, SolanaTransactionInPolicy } from '../../../src/service/coordinator/policy/context.js';
import { judge } from '../../../src/service/coordinator/policy/judge.js';
import { type Chance, pick, seeded } from '../chance.js';
import { naiveRuling } from './naive.js';
import { credential, subjectFrom, user } from './subjects.js';

/**
 * Evaluates random sets of policies for random activities, with the evaluator and the naive one, and again with one more deny.
 *
 * @returns a description of the first difference.
 */
export function compareOn(sets: number, seed: number): string | undefined {
  const chance = seeded(seed);
  for (let set = 0; set < sets; set += 1) {
    const subject = randomSubject(chance);
    const written = Array.from({ length: 1 + Math.floor(chance() * 4) }, (_, index) => randomPolicy(chance, index));
    const policies = written.map(compilePolicy);
    const { denies, allows, awaits } = judge(policies, subject);
    const expected = naiveRuling(policies, subject);
    const description = () => `${JSON.stringify(written)} of ${subject.kind.activityKind}`;
    if (JSON.stringify({ denies, allows, awaits }) !== JSON.stringify(expected))
      return `They differ on ${description()}.`;
    const deny = { ...randomPolicy(chance, 9), effect: 'EFFECT_DENY' as const };
    const after = judge([...policies, compilePolicy(deny)], subject);
    if ((denies && !after.denies) || after.allows !== allows || after.awaits !== awaits)
      return `A deny allowed something: ${JSON.stringify(deny)} beside ${description()}.`;
  }
  return undefined;
}

function randomSubject(chance: Chance) {
  const people = ['ada', 'bob', 'eve'].filter(() => chance() < 0.6);
  return subjectFrom({
    kind: pick(chance, ['SIGN_RAW_PAYLOAD', 'CREATE_WALLET', 'SIGN_TRANSACTION', 'DELETE_API_KEYS']),
    parameters:
      chance() < 0.5 ? {} : { userId: 'ada', apiKeyIds: ['a', 'b'], hashFunction: 'x', encoding: 'y', type: 'z' },
    contexts: Array.from({ length: pick(chance, [1, 1, 2]) }, () => randomContext(chance)),
    approvers: people.map((id) => user(id, { tags: ['x', 'y'].filter(() => chance() < 0.5) })),
    credentials: people.map((id) => credential(id, pick(chance, ['KEY', 'PASSKEY']))),
  });
}

function randomContext(chance: Chance): PolicyContext {
  const amount = BigInt(Math.floor(chance() * 4));
  const to = pick(chance, ['0x1', '0x2']);
  return {
    ...(chance() < 0.5 && { wallet: { id: pick(chance, ['w', 'v']), imported: false, exported: true, label: 'x' } }),
    ...(chance() < 0.5 && {
      eth: {
        tx: {
          from: '0x1',
          to,
          data: '0xa9',
          value: amount,
          gas: 1n,
          nonce: 0n,
          type: 'LEGACY',
          function_signature: '',
          ...(chance() < 0.5 && {
            function_name: pick(chance, ['transfer', 'approve']),
            contract_call_args: { amount, to, list: [1n, 2n], parts: [{ amount }, {}] },
          }),
        },
      },
    }),
    ...(chance() < 0.5 && { solana: { tx: randomSolana(chance) } }),
  };
}

/** Two instructions, some of which an interface reads. */
function randomSolana(chance: Chance): SolanaTransactionInPolicy {
  const instruction = (program_key: string) => ({
    program_key,
    accounts: [],
    instruction_data_hex: '',
    address_table_lookups: [],
    ...(chance() < 0.7 && {
      parsed_instruction_data: {
        instruction_name: pick(chance, ['deposit', 'close']),
        discriminator: '',
        named_account: { owner: pick(chance, ['a', 'b']) },
        program_call_args: chance() < 0.7 ? { amount: BigInt(Math.floor(chance() * 4)) } : {},
      },
    }),
  });
  return {
    account_keys: [],
    program_keys: ['p', 'q'],
    instructions: [instruction('p'), instruction('q')].filter(() => chance() < 0.9),
    transfers: [],
    recent_blockhash: '',
    spl_transfers: [],
    address_table_lookups: [],
  };
}

function randomPolicy(chance: Chance, index: number) {
  return {
    policy_id: `p${index}`,
    effect: pick(chance, ['EFFECT_ALLOW', 'EFFECT_DENY'] as const),
    time: '',
    consensus: chance() < 0.3 ? '' : yes(chance, 3, users),
    condition: chance() < 0.2 ? '' : yes(chance, 3, things),
  };
}

type Leaves = (chance: Chance) => string;

/** A random boolean expression, which may have an error. */
function yes(chance: Chance, depth: number, leaf: Leaves): string {
  const inside = () => yes(chance, depth - 1, leaf);
  if (depth === 0 || chance() < 0.35) return leaf(chance);
  return pick(chance, [
    () => `${inside()} && ${inside()}`,
    () => `(${inside()} || ${inside()})`,
    () => `!(${inside()})`,
    () => `(${inside()}) == ${pick(chance, ['true', 'false'])}`,
    () => `[1, 2, 3].any(n${depth}, n${depth} > ${number(chance)} && (${inside()}))`,
  ])();
}

const number = (chance: Chance): string => String(Math.floor(chance() * 4));
const operator = (chance: Chance): string => pick(chance, ['==', '!=', '<', '>', '<=', '>=']);
const id = (chance: Chance): string => pick(chance, ["'ada'", "'bob'", "'eve'"]);

const users: Leaves = (chance) =>
  pick(chance, [
    `approvers.any(u, u.id == ${id(chance)})`,
    `approvers.all(u, u.tags.contains('x'))`,
    `approvers.filter(u, u.tags.contains('y')).count() ${operator(chance)} ${number(chance)}`,
    `approvers[${number(chance)}].id != ${id(chance)}`,
    `credentials.any(c, c.type == 'PASSKEY' && c.user_id in ['ada', 'bob'])`,
    `credentials.all(c, approvers.any(u, u.id == c.user_id))`,
    `approvers.count() >= ${number(chance)}`,
  ]);

const things: Leaves = (chance) =>
  pick(chance, [
    `activity.kind == '${pick(chance, ['CREATE_WALLET', 'SIGN_RAW_PAYLOAD', 'SIGN_TRANSACTION'])}'`,
    `activity.action in ['SIGN', 'CREATE']`,
    `activity.params.user_id == ${id(chance)}`,
    `activity.params.api_key_ids.count() ${operator(chance)} ${number(chance)}`,
    `wallet.id == 'w'`,
    `wallet.exported || wallet.imported`,
    `eth.tx.to == '0x1'`,
    `eth.tx.value ${operator(chance)} ${number(chance)}`,
    `eth.tx.contract_call_args['amount'] ${operator(chance)} ${number(chance)}`,
    `eth.tx.contract_call_args['${pick(chance, ['to', 'none'])}'] == '0x2'`,
    `eth.tx.contract_call_args['list'][${number(chance)}] == 2`,
    `eth.tx.contract_call_args['parts'].any(part, part['amount'] ${operator(chance)} ${number(chance)})`,
    `eth.tx.function_name == 'transfer'`,
    `solana.tx.instructions.all(i, i.parsed_instruction_data.instruction_name == 'deposit')`,
    `solana.tx.instructions.filter(i, i.program_key == 'p').any(i, i.parsed_instruction_data.program_call_args['amount'] ${operator(chance)} ${number(chance)})`,
    `solana.tx.instructions[0].parsed_instruction_data.named_account['owner'] in ['a']`,
    `['a', 'b'].contains(wallet.label)`,
  ]);
