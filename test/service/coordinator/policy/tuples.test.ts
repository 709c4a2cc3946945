import { describe, expect, test } from 'vitest';
import { concat } from '../../../../src/crypto/bytes.js';
import { fromHex } from '../../../../src/crypto/hex.js';
import { holds, type Values } from '../../../../src/service/coordinator/policy/language/evaluate.js';
import { parseExpression } from '../../../../src/service/coordinator/policy/language/parse.js';
import { EvaluationError } from '../../../../src/service/coordinator/policy/language/values.js';
import { ethereumCallsOf } from '../../../../src/service/vault/interfaces/ethereumCalls.js';
import { solanaCallsOf } from '../../../../src/service/vault/interfaces/solanaCalls.js';
import { functionOf, selectorOf } from '../../../support/interfaces/abiCalls.js';
import { encodedCalls } from '../../../support/interfaces/encodedCalls.js';

const ask = (text: string, values: Values) =>
  holds(parseExpression(text), values, { nowMs: 0, budget: { steps: 10_000 } });

const word = (value: number) => value.toString(16).padStart(64, '0');

async function ethereumCall(abi: readonly object[], data: string): Promise<Values> {
  const call = (await ethereumCallsOf(abi))(fromHex(data.replace(/^0x/, '')));
  return { args: call?.contract_call_args };
}

describe('a tuple of a call is read by place and by name', () => {
  test.each([
    "args['order'][0] == args['order']['maker']",
    "args['order'][1].all(route, route[1][0] < 3000) && args['order'][1].count() == 2",
    "args['order'][1][0][2] == '0xdeadbeef' && args['order']['routes'][0]['data'] == '0xdeadbeef'",
    "args['order'][2][0] == -5 && args['order'][2]['low'] == -5 && args['order']['range'][0] == -5",
    "args['order'][3] == 'Hällo 👋'",
    "args['order'][2] in [{ low: -5, high: 4611686018427387904 }]",
  ])('that viem encodes: %s', async (text) => {
    const { abi, data } = encodedCalls[4];
    expect(ask(text, await ethereumCall(abi, data))).toBe(true);
  });

  test('whose members stand in another order than an object lists their names', async () => {
    const components = [
      { name: 'b', type: 'uint8' },
      { name: '', type: 'uint8' },
      { name: 'a', type: 'uint8' },
      { name: '', type: 'uint8' },
    ];
    const abi = functionOf({ name: 't', type: 'tuple', components });
    const values = await ethereumCall(abi, selectorOf(abi) + [10, 11, 12, 13].map(word).join(''));
    const byPlace = [0, 1, 2, 3].map((place) => `args['t'][${place}] == ${10 + place}`).join(' && ');
    expect(ask(byPlace, values)).toBe(true);
    expect(
      ask("args['t']['b'] == 10 && args['t']['1'] == 11 && args['t']['a'] == 12 && args['t']['3'] == 13", values),
    ).toBe(true);
  });

  test.each([
    "args['order'][4] == 1",
    "args['order'][-1] == 1",
    "args['order'][2][2] == 1",
    "args['order'][0..1].count() == 1",
  ])('%s is an error', async (text) => {
    const { abi, data } = encodedCalls[4];
    const values = await ethereumCall(abi, data);
    expect(() => ask(text, values)).toThrow(EvaluationError);
  });
});

describe('a struct of an instruction is read by place and by name', () => {
  const field = (name: string, type: unknown) => ({ name, type });
  const defined = (name: string) => ({ defined: { name } });
  const struct = (name: string, fields: unknown[]) => ({ name, type: { kind: 'struct', fields } });
  const idl = {
    instructions: [
      { name: 'swap', discriminator: [1], accounts: [], args: [field('steps', { vec: defined('Step') })] },
    ],
    types: [
      struct('Step', [
        field('limit', { option: 'u8' }),
        field('pool', defined('Pool')),
        field('kind', defined('Kind')),
      ]),
      struct('Pool', [field('fee', 'u8'), field('pair', defined('Pair'))]),
      struct('Pair', ['u8', 'u8']),
      { name: 'Kind', type: { kind: 'enum', variants: [{ name: 'Exact', fields: [field('amount', 'u8')] }] } },
    ],
  };
  const data = concat(
    fromHex('0102000000'),
    fromHex('00'.concat('030708', '0005')),
    fromHex('0109'.concat('040708', '0006')),
  );
  const values = async (): Promise<Values> => ({ args: (await solanaCallsOf(idl))(data, [])?.program_call_args });

  test.each([
    "args['steps'].all(s, s[1][0] < 5 && s['pool']['fee'] < 5 && s[1]['fee'] < 5 && s['pool'][0] < 5)",
    "args['steps'].all(s, s[1][1][1] == 8)",
    "args['steps'][1][0] == 9 && args['steps'][1][2]['Exact'][0] == 6 && args['steps'][1]['kind']['Exact']['amount'] == 6",
  ])('%s', async (text) => {
    expect(ask(text, await values())).toBe(true);
  });

  test('what is left out keeps its place, and is not there', async () => {
    const read = await values();
    expect(ask("args['steps'][0][1][0] == 3", read)).toBe(true);
    expect(() => ask("args['steps'][0][0] == 9", read)).toThrow(EvaluationError);
  });
});
