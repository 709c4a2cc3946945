import { describe, expect, test } from 'vitest';
import { toHex } from '../../../../src/crypto/hex.js';
import { readTypedData } from '../../../../src/service/vault/ethereum/typedData.js';

const read = (typed: object) => readTypedData(JSON.stringify({ domain: { name: 'A' }, message: {}, ...typed }));
const ofOne = (type: string, value: unknown, more: object = {}) =>
  read({ types: { T: [{ name: 'a', type }], ...more }, primaryType: 'T', message: { a: value } });

describe('a type may be named as apps name theirs', () => {
  const domain = {
    name: 'HyperliquidSignTransaction',
    version: '1',
    chainId: 42_161,
    verifyingContract: `0x${'0'.repeat(40)}`,
  };
  const number = [{ name: 'n', type: 'uint8' }];
  const withdraw = 'HyperliquidTransaction:Withdraw';

  /** Digests of ethers 6.17.0; those of `both` are viem 2.57.0's, too, which leaves a definition out where its name has a `:` or `$`. */
  test.each<[string, object, string, object, string]>([
    [
      'both: a withdrawal from Hyperliquid',
      {
        [withdraw]: [
          ...['hyperliquidChain', 'destination', 'amount'].map((name) => ({ name, type: 'string' })),
          { name: 'time', type: 'uint64' },
        ],
      },
      withdraw,
      {
        hyperliquidChain: 'Mainnet',
        destination: '0x5e9ee1089755c3435139848e47e6635505d5a13a',
        amount: '1',
        time: 1_700_000_000_000,
      },
      '26bc13e578a06b16186f2dec0677593ed131ec00f8cef63e756ae8357c318edb',
    ],
    [
      'both: a name that begins with a digit',
      { '1A': number },
      '1A',
      { n: 1 },
      '7ecdd6381bc38c3957c98fd93d3aed24a34aafe8c4d3678813fd328c74eca927',
    ],
    [
      'a struct of a struct',
      { M: [{ name: 'a', type: 'A:B' }], 'A:B': number },
      'M',
      { a: { n: 1 } },
      'de1cf2ee52e30f653326bfbfebca08381976665fcf55f306fc67ad266f1d8f6e',
    ],
    [
      'structs in an array',
      { M: [{ name: 'a', type: 'A:B[]' }], 'A:B': number },
      'M',
      { a: [{ n: 1 }, { n: 2 }] },
      'f127d48b5b8c9a70402bc867bb24eee4afe975b7478f4479411d84c42fff3bb9',
    ],
    [
      'a struct within the one that is signed',
      { 'A:B': [{ name: 'p', type: 'P' }], P: number },
      'A:B',
      { p: { n: 1 } },
      '48f47e50c946badb81873173eaf84ef293a7fca770fd1730d8cfa5c4cd618d78',
    ],
    [
      'a name that begins as another one',
      {
        M: [
          { name: 'a', type: 'A:B' },
          { name: 'b', type: 'A' },
        ],
        'A:B': number,
        A: number,
      },
      'M',
      { a: { n: 1 }, b: { n: 1 } },
      'a9c60fafe1f37d92308615c4381daea0a2e67398ffb4a54f9a30f430a6e3bcaa',
    ],
  ])('%s', async (_what, types, primaryType, message, published) => {
    const { digest, facts } = await read({ domain, types, primaryType, message });
    expect(toHex(digest)).toBe(published);
    expect(facts.primary_type).toBe(primaryType);
  });

  test('of 255 characters, in an array, too', async () => {
    const longest = 'A'.repeat(255);
    await ofOne(`${longest}[2]`, [{}, {}], { [longest]: [] });
  });
});

describe('a name that no wallet signs is refused by code', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a name with a hyphen', () => ofOne('X-2', {}, { 'X-2': [] })],
    ['a name with a parenthesis', () => ofOne('T(', {}, { 'T(': [] })],
    ['a name with a space', () => ofOne('T 2', {}, { 'T 2': [] })],
    ['no name', () => ofOne('', {}, { '': [] })],
    ['a name of 256 characters', () => ofOne('A'.repeat(256), {}, { ['A'.repeat(256)]: [] })],
    ...['address', 'bool', 'string', 'bytes', 'bytes32', 'uint', 'uint256', 'int8', 'fixed128x18'].map(
      (name): [string, () => Promise<unknown>] => [
        `a struct named ${name}`,
        () => read({ types: { [name]: [] }, primaryType: name, message: {} }),
      ],
    ),
    [
      'a member whose name has a colon',
      () => read({ types: { T: [{ name: 'a:b', type: 'bool' }] }, primaryType: 'T' }),
    ],
  ])('%s', async (_what, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ code: 'PAYLOAD_MALFORMED' });
  });
});
