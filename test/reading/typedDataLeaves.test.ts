import { describe, expect, test } from 'vitest';
import { type TypedDataToRead, typedDataLeaves } from '../../src/reading/typedDataLeaves.js';

const types = {
  Person: [
    { name: 'name', type: 'string' },
    { name: 'wallets', type: 'address[]' },
  ],
  Mail: [
    { name: 'from', type: 'Person' },
    { name: 'to', type: 'Person[2]' },
    { name: 'amount', type: 'uint256' },
  ],
};
const ada = { name: 'Ada', wallets: ['0x01', '0x02'] };
const bob = { name: 'Bob', wallets: [] };
const mail: TypedDataToRead = {
  domain: { name: 'Mail', chainId: 1 },
  types,
  primaryType: 'Mail',
  message: { from: ada, to: [bob, bob], amount: 2n ** 255n },
};

test('each value has its path, its type and its text, in the order of the types', () => {
  expect(typedDataLeaves(mail).map(({ path, type, value }) => `${path} ${type} ${value}`)).toEqual([
    'domain.name string Mail',
    'domain.chainId uint256 1',
    'message.from.name string Ada',
    'message.from.wallets[0] address 0x01',
    'message.from.wallets[1] address 0x02',
    'message.to[0].name string Bob',
    'message.to[0].wallets address[] []',
    'message.to[1].name string Bob',
    'message.to[1].wallets address[] []',
    `message.amount uint256 ${2n ** 255n}`,
  ]);
});

test('data that are their domain alone have no message', () => {
  const leaves = typedDataLeaves({ ...mail, primaryType: 'EIP712Domain', message: { hidden: 1 } });
  expect(leaves.map(({ path }) => path)).toEqual(['domain.name', 'domain.chainId']);
});

describe('what would be shown and not signed, or signed and not shown, cannot be read', () => {
  const deep = (depth: number): unknown => (depth === 0 ? { next: [] } : { next: [deep(depth - 1)] });
  const chain = { Chain: [{ name: 'next', type: 'Chain[]' }] };
  test.each([
    ['a member that the types do not name', { ...mail, message: { ...mail.message, hidden: 1 } }, 'hidden'],
    ['such a member inside', { ...mail, message: { ...mail.message, from: { ...ada, hidden: 1 } } }, 'from has hidden'],
    ['such a member of the domain', { ...mail, domain: { name: 'Mail', owner: '0x01' } }, 'owner'],
    [
      'a member of the domain that its own type does not name',
      { ...mail, types: { ...types, EIP712Domain: [{ name: 'name', type: 'string' }] } },
      'chainId',
    ],
    ['a member that is missing', { ...mail, message: { from: ada, to: [bob, bob] } }, 'lacks amount'],
    [
      'a member whose name stands where another one does',
      {
        ...mail,
        types: { ...types, Mail: [...types.Mail, { name: 'from.name', type: 'string' }] },
        message: { ...mail.message, 'from.name': 'Bob' },
      },
      'without a name of its own',
    ],
    [
      'a member that stands twice',
      { ...mail, types: { ...types, Mail: [...types.Mail, { name: 'amount', type: 'uint8' }] } },
      'without a name of its own',
    ],
    [
      'names that would be written thousands of times',
      {
        types: {
          Long: [{ name: 'a'.repeat(255), type: 'Longer[]' }],
          Longer: [{ name: 'b'.repeat(255), type: 'bool[]' }],
        },
        primaryType: 'Long',
        message: { ['a'.repeat(255)]: [{ ['b'.repeat(255)]: Array.from({ length: 900 }, () => true) }] },
      },
      'too much',
    ],
    [
      'a name longer than any that is signed',
      {
        types: { Long: [{ name: 'a'.repeat(256), type: 'bool' }] },
        primaryType: 'Long',
        message: { ['a'.repeat(256)]: true },
      },
      'without a name of its own',
    ],
    ['a list of another length', { ...mail, message: { ...mail.message, to: [bob] } }, 'another length'],
    ['a list that is none', { ...mail, message: { ...mail.message, to: bob } }, 'no list'],
    ['a struct that is none', { ...mail, message: { ...mail.message, from: 'Ada' } }, 'no Person'],
    ['a number beyond what is exact', { ...mail, message: { ...mail.message, amount: 2 ** 53 } }, 'no exact number'],
    ['an object where a value belongs', { ...mail, message: { ...mail.message, amount: {} } }, 'no value'],
    [
      'more than a thousand values',
      { types: { A: [{ name: 'a', type: 'uint8[]' }] }, primaryType: 'A', message: { a: Array(1_001).fill(1) } },
      'too much',
    ],
    [
      'lists in lists without end',
      { types: chain, primaryType: 'Chain', message: deep(20) as Record<string, unknown> },
      'too much',
    ],
    [
      'thousands of empty structs',
      { types: { A: [{ name: 'a', type: 'E[]' }], E: [] }, primaryType: 'A', message: { a: Array(11_000).fill({}) } },
      'too much',
    ],
    ['a type with a long name', { types: {}, primaryType: `S${'[1]'.repeat(100)}`, message: {} }, 'too much'],
  ] satisfies [string, TypedDataToRead, string][])('%s', (_, data, why) => {
    expect(() => typedDataLeaves(data)).toThrow(why);
  });
});

test('a member of the message that is called domain is none of the domain', () => {
  const types = { M: [{ name: 'domain', type: 'D' }], D: [{ name: 'chainId', type: 'uint256' }] };
  const leaves = typedDataLeaves({ domain: {}, types, primaryType: 'M', message: { domain: { chainId: '1' } } });
  expect(leaves.map(({ path }) => path)).toEqual(['message.domain.chainId']);
});
