import { createContract } from 'micro-eth-signer/abi.js';
import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../../../../src/crypto/hex.js';
import { ethereumCallsOf } from '../../../../src/service/vault/interfaces/ethereumCalls.js';
import { pick, seeded } from '../../../support/chance.js';
import {
  encodable,
  functionOf,
  randomArguments,
  randomInputs,
  selectorOf,
} from '../../../support/interfaces/abiCalls.js';
import { encodedCalls } from '../../../support/interfaces/encodedCalls.js';
import { endlessCalls, endlessData } from '../../../support/interfaces/endlessCalls.js';
import { sharedJson, testShared } from '../../../support/publishedVectors.js';

const callIn = async (abi: unknown, data: string) => (await ethereumCallsOf(abi))(fromHex(data.replace(/^0x/, '')));
const encodedAs = (what: (typeof encodedCalls)[number]['what']) => {
  const found = encodedCalls.find((each) => each.what === what);
  if (!found) throw new Error(`Nobody encoded ${what}.`);
  return found;
};
const ada = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

describe('a call that viem and ethers encode is read', () => {
  test.each<[(typeof encodedCalls)[number]['what'], string, object]>([
    ['erc20', 'transfer', { to: ada, amount: 1_000_000n }],
    [
      'specification: f',
      'f',
      { a: 0x123n, b: [0x456n, 0x789n], c: '0x31323334353637383930', d: '0x48656c6c6f2c20776f726c6421' },
    ],
    ['specification: g', 'g', { numbers: [[1n, 2n], [3n]], words: ['one', 'two', 'three'] }],
    ['overload of one', 'mint', { amount: 7n, isFinal: true }],
    [
      'tuples',
      'fill',
      {
        order: {
          maker: ada,
          routes: [
            {
              path: [`0x${'1'.padStart(40, '0')}`, `0x${'2'.padStart(40, '0')}`],
              fees: [500n, 3000n],
              data: '0xdeadbeef',
            },
            { path: [], fees: [0n, 16_777_215n], data: '0x' },
          ],
          range: { low: -5n, high: 2n ** 62n },
          note: 'Hällo 👋',
        },
        proofs: [[`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`]],
        flags: [true, false, true],
      },
    ],
    ['without names', 'call', { 0: `0x${'aa'.padStart(40, '0')}`, 1: { 0: 255n, 1: 'x' } }],
    ['nothing', 'pause', {}],
  ])('%s', async (what, function_name, contract_call_args) => {
    const { abi, data } = encodedAs(what);
    expect(await callIn(abi, data)).toEqual({ function_name, contract_call_args });
  });

  testShared(
    sharedJson<Record<string, { args: unknown[]; result: string; types: string[] }>>(
      'vectors/ethereum/basic_abi_tests.json',
    ),
    'so are the published arguments',
    async (vectors) => {
      const read = [];
      for (const { result, types } of Object.values(vectors)) {
        const abi = functionOf(...types.map((type, index) => ({ name: `a${index}`, type })));
        read.push(Object.values((await callIn(abi, selectorOf(abi) + result))?.contract_call_args ?? {}));
      }
      expect(read).toEqual([
        [291n, [1110n, 1929n], '0x31323334353637383930', '0x48656c6c6f2c20776f726c6421'],
        [98_127_491n],
        [324_124n, '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'],
      ]);
    },
  );
});

test('random calls are read as they were meant; bent ones are not read, or are other calls in the one form that they have', async () => {
  const chance = seeded(11);
  let unread = 0;
  for (let round = 0; round < 400; round += 1) {
    const abi = functionOf(...randomInputs(chance));
    const { f } = createContract(abi as never) as Record<string, { encodeInput(given: unknown): Uint8Array }>;
    if (!f) throw new Error('There is no encoder.');
    const reader = await ethereumCallsOf(abi);
    const { given, read } = randomArguments(chance, abi[0].inputs);
    const data = new Uint8Array(f.encodeInput(given));
    expect(reader(data)?.contract_call_args).toEqual(read);
    for (let bends = 0; bends < 10; bends += 1) {
      const bent = data.slice();
      bent[4 + Math.floor(chance() * (bent.length - 4))] = pick(chance, [0, 1, 32, 64, 128, 255]);
      const found = reader(bent);
      if (found)
        expect(toHex(new Uint8Array(f.encodeInput(encodable(abi[0].inputs, found.contract_call_args))))).toBe(
          toHex(bent),
        );
      else unread += 1;
    }
  }
  expect(unread).toBeGreaterThan(500);
});

describe('what is written otherwise is no call', () => {
  const erc20 = encodedAs('erc20');
  const text = encodedAs('specification: f');
  const changed = (original: string, word: number, to: string) => {
    const at = 10 + 64 * word;
    return `${original.slice(0, at)}${to.padStart(64, '0')}${original.slice(at + 64)}`;
  };

  test.each<[string, unknown, string]>([
    ['no data', erc20.abi, '0x'],
    ['three bytes', erc20.abi, '0xa9059c'],
    ['another function', erc20.abi, `0x095ea7b3${erc20.data.slice(10)}`],
    ['the function alone', erc20.abi, '0xa9059cbb'],
    ['a word too few', erc20.abi, erc20.data.slice(0, -64)],
    ['a byte too few', erc20.abi, erc20.data.slice(0, -2)],
    ['a byte too much', erc20.abi, `${erc20.data}00`],
    ['a word too much', erc20.abi, `${erc20.data}${'00'.repeat(32)}`],
    ['an address of 32 bytes', erc20.abi, changed(erc20.data, 0, `1${ada.slice(2).padStart(63, '0')}`)],
    ['an offset into the head', text.abi, changed(text.data, 1, '40')],
    ['an offset beyond the data', text.abi, changed(text.data, 1, 'f'.repeat(64))],
    ['an offset that leaves a gap', text.abi, changed(text.data, 1, 'a0')],
    ['an array longer than the data', text.abi, changed(text.data, 4, 'f'.repeat(64))],
    ['an integer of more than 32 bits', text.abi, changed(text.data, 5, '100000000')],
    ['ten bytes with an eleventh', text.abi, changed(text.data, 2, `${'31'.repeat(11)}${'00'.repeat(21)}`)],
    ['bytes longer than they say', text.abi, changed(text.data, 8, `48656c6c6f2c20776f726c6421ff${'00'.repeat(18)}`)],
  ])('%s', async (_what, given, bytes) => {
    expect(await callIn(given, bytes)).toBeUndefined();
  });

  test('a yes or no is 0 or 1, and a number with a sign fills its word with it', async () => {
    const abi = functionOf({ name: 'a', type: 'bool' }, { name: 'b', type: 'int8' });
    const call = (a: string, b: string) =>
      callIn(abi, `${selectorOf(abi)}${a.padStart(64, '0')}${b.padStart(64, '0')}`);
    expect(await call('1', 'f'.repeat(64))).toMatchObject({ contract_call_args: { a: true, b: -1n } });
    expect(await call('0', '7f')).toMatchObject({ contract_call_args: { a: false, b: 127n } });
    expect(await call('2', '7f')).toBeUndefined();
    expect(await call('1', 'ff')).toBeUndefined();
    expect(await call('1', '80')).toBeUndefined();
  });

  test('text that is no UTF-8', async () => {
    const abi = functionOf({ name: 'text', type: 'string' });
    const call = (bytes: string) =>
      callIn(abi, `${selectorOf(abi)}${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${bytes.padEnd(64, '0')}`);
    expect(await call('6162')).toMatchObject({ contract_call_args: { text: 'ab' } });
    expect(await call('ff62')).toBeUndefined();
  });

  test('two functions with the same four bytes: neither is read', async () => {
    // Published: burn(uint256) and collate_propagate_storage(bytes16) both hash to 42966c68.
    const burn = { type: 'function', name: 'burn', inputs: [{ name: 'amount', type: 'uint256' }] };
    const other = { type: 'function', name: 'collate_propagate_storage', inputs: [{ name: 'x', type: 'bytes16' }] };
    const call = `0x42966c68${'1'.padStart(64, '0')}`;
    expect(await callIn([burn], call)).toMatchObject({ function_name: 'burn' });
    expect(await callIn([burn, other], call)).toBeUndefined();
  });

  // `check:fuzz` takes the time of these, too.
  test.each(endlessCalls)('small data never make much work: %s', async (_what, input) => {
    const reader = await ethereumCallsOf(functionOf(input));
    for (const data of endlessData(input)) expect(reader(fromHex(data))).toBeUndefined();
  });
});
