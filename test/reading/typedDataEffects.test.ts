import { describe, expect, test } from 'vitest';
import { type SignatureFacts, signatureFacts } from '../../src/reading/signatureFacts.js';
import type { TypedDataToRead } from '../../src/reading/typedDataLeaves.js';
import { typedData } from '../support/standardTypedData.js';

const address = `0x${'aa'.repeat(20)}`;
const spender = `0x${'bb'.repeat(20)}`;
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const chain = { id: 1, name: 'Ethereum', symbol: 'ETH' };
const tokens = [{ chainId: 1, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', decimals: 6 }];
const until = 1_900_000_000;
const most = 2n ** 256n - 1n;

type TypedFacts = Extract<SignatureFacts, { kind: 'typed data' }>;
const factsOf = (data: TypedDataToRead, about: object = {}): TypedFacts =>
  signatureFacts({ kind: 'typed data', address, chain, data, ...about }, tokens) as TypedFacts;

const permit = (change: object = {}) =>
  typedData('Permit', { owner: address, spender, value: '1500000', nonce: 0, deadline: until, ...change }, usdc);
const effect = { does: 'allow', amount: '1.5', unit: 'token', token: usdc, tokenSymbol: 'USDC', to: spender };
const details = { token: usdc, amount: '1500000', expiration: until + 5, nonce: 0 };
const permitted = { token: usdc, amount: '1500000' };
const paid = { from: address, to: spender, value: '1500000', validAfter: 0, validBefore: until + 1 };
const nonce = `0x${'07'.repeat(32)}`;

describe('typed data of a standard say what they let happen:', () => {
  test.each([
    ['a permit', permit(), 'EIP-2612', [{ ...effect, usableUntil: until, lasts: 'never' }]],
    [
      'a permit of DAI',
      typedData('DaiPermit', { holder: address, spender, nonce: 0, expiry: until, allowed: true }, usdc),
      'DAI',
      [{ ...effect, amount: undefined, usableUntil: until, lasts: 'never' }],
    ],
    [
      'a permit of DAI that ends one',
      typedData('DaiPermit', { holder: address, spender, nonce: 0, expiry: until, allowed: false }, usdc),
      'DAI',
      [{ ...effect, amount: '0', usableUntil: until, lasts: 'never' }],
    ],
    [
      'a payment',
      typedData('TransferWithAuthorization', { ...paid, nonce }, usdc),
      'EIP-3009',
      [{ ...effect, does: 'send', usableUntil: until, lasts: 'once' }],
    ],
    [
      'a payment that is collected',
      typedData('ReceiveWithAuthorization', { ...paid, nonce }, usdc),
      'EIP-3009',
      [{ ...effect, does: 'send', usableUntil: until, lasts: 'once' }],
    ],
    ['a cancellation', typedData('CancelAuthorization', { authorizer: address, nonce }, usdc), 'EIP-3009', []],
    [
      'a permission of Permit2',
      typedData('PermitSingle', { details, spender, sigDeadline: until }),
      'Permit2',
      [{ ...effect, usableUntil: until, lasts: until + 5 }],
    ],
    [
      'several permissions',
      typedData('PermitBatch', {
        details: [details, { ...details, token: spender, amount: 7, expiration: 0 }],
        ...{ spender, sigDeadline: until },
      }),
      'Permit2',
      [
        { ...effect, usableUntil: until, lasts: until + 5 },
        { does: 'allow', amount: '7', unit: 'smallest', token: spender, usableUntil: until, lasts: until },
      ],
    ],
    [
      'a payment by Permit2',
      typedData('PermitTransferFrom', { permitted, spender, nonce: 0, deadline: until }),
      'Permit2',
      [{ ...effect, usableUntil: until, lasts: 'once' }],
    ],
    [
      'several payments',
      typedData('PermitBatchTransferFrom', { permitted: [permitted, permitted], spender, nonce: 0, deadline: until }),
      'Permit2',
      [{ ...effect }, { ...effect }],
    ],
  ])('%s', (_, data, standard, effects) => {
    const facts = factsOf(data);
    expect(facts).toMatchObject({ dangers: standard === 'DAI' ? expect.anything() : [], reading: { standard } });
    expect(facts.reading?.effects).toMatchObject(effects);
    expect(facts.reading?.effects).toHaveLength(effects.length);
  });

  test('a cancellation names what is void by it', () => {
    const facts = factsOf(typedData('CancelAuthorization', { authorizer: address, nonce }, usdc));
    expect(facts.reading?.cancels).toEqual({ token: usdc, nonce });
  });

  test('a witness is signed too, and counts as not wholly read', () => {
    const witness = { user: spender };
    const data = typedData('PermitWitnessTransferFrom', {
      ...{ permitted, spender, nonce: 0, deadline: until },
      witness,
    });
    expect(factsOf(data)).toMatchObject({
      dangers: ['NOT_WHOLLY_READ'],
      reading: { hasMore: true, effects: [effect] },
    });
    expect(factsOf(data).leaves.at(-1)).toEqual({ path: 'message.witness.user', type: 'address', value: spender });
  });
});

describe('dangers', () => {
  test.each([
    ['no limit', permit({ value: most.toString() }), ['UNLIMITED']],
    ['more than any token has', permit({ value: (2n ** 96n - 1n).toString() }), ['UNLIMITED']],
    ['a limit', permit({ value: (2n ** 96n - 2n).toString() }), []],
    ['no end', permit({ deadline: most.toString() }), ['WITHOUT_END']],
    ['an end in the year 2100', permit({ deadline: 4_102_444_800 }), ['WITHOUT_END']],
    ['nothing allowed, without end', permit({ value: '0', deadline: most.toString() }), []],
    [
      'the most that Permit2 knows, for ever',
      typedData('PermitSingle', {
        details: { ...details, amount: (2n ** 160n - 1n).toString(), expiration: (2n ** 48n - 1n).toString() },
        ...{ spender, sigDeadline: until },
      }),
      ['UNLIMITED', 'WITHOUT_END'],
    ],
    [
      'DAI without an expiry',
      typedData('DaiPermit', { holder: address, spender, nonce: 0, expiry: 0, allowed: true }, usdc),
      ['UNLIMITED', 'WITHOUT_END'],
    ],
    [
      'a payment to the token itself',
      typedData('TransferWithAuthorization', { ...paid, to: usdc, nonce }, usdc),
      ['TOKEN_CONTRACT_RECEIVES'],
    ],
  ])('%s', (_, data, dangers) => {
    expect(factsOf(data).dangers).toEqual(dangers);
  });
});

describe('whatever is not exactly of the standard is shown field by field:', () => {
  const single = typedData('PermitSingle', { details, spender, sigDeadline: until });
  const withTypes = (data: TypedDataToRead, types: object): TypedDataToRead => ({
    ...data,
    types: { ...data.types, ...types },
  });
  const other = `0x${'cc'.repeat(20)}`;
  test.each<[string, TypedDataToRead, string[]?]>([
    ['another owner', permit({ owner: other })],
    ['another chain', { ...permit(), domain: { ...permit().domain, chainId: 137 } }, ['UNREADABLE', 'OTHER_CHAIN']],
    ['a domain without a chain', { ...permit(), domain: { name: 'USDC', verifyingContract: usdc } }],
    ['a domain with a salt', { ...permit(), domain: { ...permit().domain, salt: nonce } }],
    [
      'another order of members',
      withTypes(permit({}), {
        Permit: [...(permit().types.Permit ?? [])].reverse(),
      }),
    ],
    [
      'another type of a member',
      withTypes(permit(), {
        Permit: permit().types.Permit?.map((m) => (m.name === 'value' ? { ...m, type: 'uint128' } : m)) ?? [],
      }),
    ],
    ['another contract than that of Permit2', { ...single, domain: { ...single.domain, verifyingContract: other } }],
    ['another name than that of Permit2', { ...single, domain: { ...single.domain, name: 'Permit3' } }],
    [
      'Permit2 with a version',
      {
        ...single,
        domain: {
          name: 'Permit2',
          version: '1',
          chainId: 1,
          verifyingContract: (single.domain as { verifyingContract: string }).verifyingContract,
        },
      },
    ],
    ['no permission at all', typedData('PermitBatch', { details: [], spender, sigDeadline: until })],
    ['a number that has another form', permit({ value: '1e6' })],
    ['a number with leading zeros', permit({ value: '007' })],
    [
      'a number beyond its type',
      typedData('PermitSingle', {
        details: { ...details, amount: (2n ** 160n).toString() },
        spender,
        sigDeadline: until,
      }),
    ],
    ['an address that is none', permit({ spender: '0x01' })],
    ['a nonce that is none', typedData('CancelAuthorization', { authorizer: address, nonce: '0x07' }, usdc)],
  ])('%s', (_, data, dangers = ['UNREADABLE']) => {
    expect(factsOf(data)).toMatchObject({ dangers, reading: undefined });
  });

  test('a struct that is called as a type of Solidity', () => {
    const data = withTypes(permit({ value: { a: 1 } }), { uint256: [{ name: 'a', type: 'uint8' }] });
    expect(() => factsOf(data)).toThrow();
  });
});
