import { describe, expect, test } from 'vitest';
import { toBase58 } from '../../../../src/crypto/base58.js';
import type { Bytes } from '../../../../src/crypto/bytes.js';
import { callSteps } from '../../../../src/service/vault/interfaces/callValue.js';
import { checkContractInterface } from '../../../../src/service/vault/interfaces/contractInterface.js';
import { ethereumCallsOf } from '../../../../src/service/vault/interfaces/ethereumCalls.js';
import { solanaCallsOf } from '../../../../src/service/vault/interfaces/solanaCalls.js';
import {
  abiOf,
  definedAs,
  hostileAbis,
  hostileIdls,
  idlOf,
  listCall,
  nestedStructs,
  structOf,
} from '../../../support/hostile/interfaces.js';
import { vault } from '../../../support/interfaces/vaultIdl.js';
import { refusedWith } from '../../../support/refusedWith.js';

const uploaded = (json: unknown, type: 'ETHEREUM' | 'SOLANA'): Promise<string> =>
  checkContractInterface({
    smartContractAddress: type === 'ETHEREUM' ? `0x${'ab'.repeat(20)}` : toBase58(new Uint8Array(32).fill(7)),
    smartContractInterface: JSON.stringify(json),
    type: `SMART_CONTRACT_INTERFACE_TYPE_${type}`,
  });

// Without a bound each of these takes minutes or all memory: the time-out of a test is the clock.
describe('A-61: an interface that a call would be dear to read by is refused at its upload', () => {
  test.each(hostileAbis)('an ABI of $what', async ({ json }) => {
    await refusedWith('CONTRACT_INTERFACE_INVALID', uploaded(json, 'ETHEREUM'));
  });

  test.each(hostileIdls)('an IDL of $what', async ({ json }) => {
    await refusedWith('CONTRACT_INTERFACE_INVALID', uploaded(json, 'SOLANA'));
  });

  const tuples = (depth: number): object =>
    depth === 0 ? { name: 'a', type: 'uint8' } : { name: 'a', type: 'tuple', components: [tuples(depth - 1)] };
  const members = (count: number): object => ({
    name: 'a',
    type: 'tuple[]',
    components: Array.from({ length: count }, (_, index) => ({ name: `m${index}`, type: 'bool' })),
  });
  test.each<[string, object]>([
    ['a list of the length 0', { name: 'a', type: 'uint8[0]' }],
    ['lists of the length 0 in others', { name: 'a', type: 'uint8[2][00][]' }],
    ['a tuple of 257 members', members(257)],
    ['a tuple without members', members(0)],
    ['tuples nine deep', tuples(9)],
  ])('an ABI with %s', async (_what, input) => {
    await refusedWith('CONTRACT_INTERFACE_INVALID', uploaded(abiOf(input), 'ETHEREUM'));
  });

  const chain = (length: number): object[] =>
    Array.from({ length }, (_, level) =>
      structOf(`T${level}`, [level === length - 1 ? 'u8' : definedAs(`T${level + 1}`)]),
    );
  const lists = (depth: number): unknown => (depth === 0 ? 'u8' : { vec: lists(depth - 1) });
  const nothing = structOf('E', []);
  const variants = (fields: readonly unknown[]): object => ({
    name: 'V',
    type: { kind: 'enum', variants: [{ name: 'a' }, { name: 'b', fields }] },
  });
  test.each<[string, object]>([
    [
      'a struct that is within itself by way of another',
      idlOf([definedAs('A')], [structOf('A', [definedAs('B')]), structOf('B', ['u8', definedAs('A')])]),
    ],
    [
      'a struct that is within itself by way of a list',
      idlOf([definedAs('A')], [structOf('A', [{ vec: definedAs('A') }])]),
    ],
    ['structs nine deep', idlOf([definedAs('T0')], chain(9))],
    ['structs nine deep, the inner ones known already', idlOf([definedAs('T1'), definedAs('T0')], chain(9))],
    ['lists nine deep', idlOf([lists(9)], [])],
    ['a list of what reads no bytes', idlOf([{ vec: definedAs('E') }], [nothing])],
    ['an array of what reads no bytes', idlOf([{ array: [definedAs('E'), 2] }], [nothing])],
    ['a list of arrays of the length 0', idlOf([{ vec: { array: ['u8', 0] } }], [])],
    [
      'what reads no bytes twice in a struct',
      idlOf([definedAs('S')], [structOf('S', [definedAs('E'), 'u8', definedAs('E')]), nothing]),
    ],
    [
      'what reads no bytes twice in a variant',
      idlOf([definedAs('V')], [variants([definedAs('E'), definedAs('E')]), nothing]),
    ],
    ['what reads no bytes twice among the arguments', idlOf([definedAs('E'), definedAs('E')], [nothing])],
  ])('an IDL with %s', async (_what, idl) => {
    await refusedWith('CONTRACT_INTERFACE_INVALID', uploaded(idl, 'SOLANA'));
  });

  test('what people upload is taken, up to the bounds', async () => {
    await expect(uploaded(abiOf(members(256), { ...tuples(8), name: 'b' }), 'ETHEREUM')).resolves.toBe(
      `0x${'ab'.repeat(20)}`,
    );
    const idls = [
      vault,
      idlOf([definedAs('T0')], chain(8)),
      idlOf([lists(8)], []),
      idlOf([definedAs('S')], [structOf('S', [definedAs('E'), 'u8', { option: definedAs('E') }]), nothing]),
      idlOf([definedAs('V')], [variants([{ vec: 'bytes' }, 'u7', definedAs('absent')])]),
    ];
    for (const idl of idls) await expect(uploaded(idl, 'SOLANA')).resolves.toMatch(/^\w{32,44}$/);
  });

  test('each type is looked at once, however often others name it', async () => {
    const types = Array.from({ length: 8 }, (_, level) =>
      structOf(
        `T${level}`,
        Array.from({ length: 700 }, () => (level === 7 ? 'u8' : definedAs(`T${level + 1}`))),
      ),
    );
    await expect(uploaded(idlOf([definedAs('T0')], types), 'SOLANA')).resolves.toMatch(/^\w{32,44}$/);
  });
});

/** What a decode took of its budget. */
async function solanaSteps(idl: unknown, data: Bytes) {
  const read = await solanaCallsOf(idl);
  const budget = callSteps(data.length);
  const call = read(data, [], budget);
  return { call, taken: callSteps(data.length).steps - budget.steps };
}

describe('A-61: a call is read by a budget of steps, whatever the interface that is kept', () => {
  test.each(hostileAbis)('an ABI of $what', async ({ json, data }) => {
    const read = await ethereumCallsOf(json).catch(() => undefined);
    expect(read?.(data)).toBeUndefined();
  });

  test.each(hostileIdls)('an IDL of $what', async ({ json, data }) => {
    const { call, taken } = await solanaSteps(json, data);
    expect(call).toBeUndefined();
    // The last of them is refused before it is done.
    expect(taken).toBeLessThanOrEqual(Math.min(data.length + 1_000, 4_096) + 10_001);
  });

  test('each value takes one step', async () => {
    const pair = structOf('P', ['u8', { option: 'u8' }]);
    const data = Uint8Array.of(1, 2, 0, 0, 0, 5, 0, 6, 1, 7);
    const { call, taken } = await solanaSteps(idlOf([{ vec: definedAs('P') }], [pair]), data);
    expect(call?.program_call_args).toEqual({ a0: [{ m0: 5n }, { m0: 6n, m1: 7n }] });
    expect(taken).toBe(1 + 2 + 4 + 2);
  });

  test('a thousand values more than there are bytes are read, and no more', async () => {
    const tuple = (count: number) =>
      abiOf({
        name: 'a',
        type: 'tuple[]',
        components: [
          { name: 'n', type: 'bool' },
          ...Array.from({ length: count }, (_, index) => ({ name: `e${index}`, type: 'uint8[0]' })),
        ],
      });
    const signature = (count: number) => `f((bool${',uint8[0]'.repeat(count)})[])`;
    // Of 132 bytes: the list, two tuples, and their members.
    const [fits, exceeds] = [Math.floor((132 + 1_000 - 3) / 2) - 1, Math.floor((132 + 1_000 - 3) / 2)];
    expect((await ethereumCallsOf(tuple(fits)))(listCall(signature(fits), 2))).toBeDefined();
    expect((await ethereumCallsOf(tuple(exceeds)))(listCall(signature(exceeds), 2))).toBeUndefined();
  });

  test('however many bytes there are, 4,096 values are read, and no more', async () => {
    const read = await solanaCallsOf(idlOf([{ vec: definedAs('P') }], [structOf('P', ['u32'])]));
    const listOf = (count: number) =>
      Uint8Array.of(1, ...new Uint8Array(Uint32Array.of(count).buffer), ...new Uint8Array(4 * count));
    expect(read(listOf(2_047), [])).toBeDefined();
    expect(read(listOf(2_048), [])).toBeUndefined();
  });

  test('the instructions of a transaction share one budget', async () => {
    const idl = idlOf(
      [definedAs('S')],
      [
        structOf(
          'S',
          Array.from({ length: 600 }, () => definedAs('E')),
        ),
        structOf('E', []),
      ],
    );
    const read = await solanaCallsOf(idl);
    const data = Uint8Array.of(1);
    const budget = callSteps(2);
    expect(read(data, [], budget)).toBeDefined();
    expect(read(data, [], budget)).toBeUndefined();
    expect(read(data, [])).toBeDefined();
  });

  test('a type of many members that none has takes a step for each', async () => {
    const type = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`m${index}`, 'u8']));
    const { call, taken } = await solanaSteps(idlOf([type], []), Uint8Array.of(1));
    expect({ call, taken }).toEqual({ call: undefined, taken: 900 });
  });

  test('the structs that blocked the service are not read', async () => {
    const { call } = await solanaSteps(nestedStructs(6, 20), Uint8Array.of(1));
    expect(call).toBeUndefined();
  });
});

describe('A-65: a large interface is read in parts', () => {
  test.each<[string, string]>([
    ['44,000 names', JSON.stringify([Object.fromEntries(Array.from({ length: 44_000 }, (_, index) => [index, 0]))])],
    ['20,000 objects', JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ [index]: 0, a: 1 })))],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['no JSON of many commas', ','.repeat(400_000)],
  ])('one of %s is refused before it is parsed', async (_what, text) => {
    const given = { smartContractAddress: `0x${'ab'.repeat(20)}`, smartContractInterface: text };
    const refusal = await checkContractInterface({ ...given, type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' }).catch(
      (error: Error) => error.message,
    );
    expect(refusal).toContain('too many values, or too deep in each other');
  });

  test('one whose texts hold commas and brackets is read', async () => {
    const input = { name: ',:[{"\\'.repeat(10_000), type: 'uint8' };
    await refusedWith('CONTRACT_INTERFACE_INVALID', uploaded({}, 'ETHEREUM'));
    await expect(uploaded(abiOf({ ...input, name: 'a', internalType: input.name }), 'ETHEREUM')).resolves.toBeDefined();
  });

  test('an ABI of 1,000 functions reads each as an ABI of it alone', async () => {
    const abi = Array.from({ length: 1_000 }, (_, index) => ({
      type: 'function',
      name: `f${index}`,
      inputs: [{ name: 'a', type: 'uint256[]' }],
    }));
    const read = await ethereumCallsOf(abi);
    for (const at of [0, 499, 999]) {
      const data = listCall(`f${at}(uint256[])`, 3);
      expect(read(data)).toEqual((await ethereumCallsOf([abi[at]]))(data));
      expect(read(data)).toEqual({ function_name: `f${at}`, contract_call_args: { a: [0n, 0n, 0n] } });
    }
  });
});
