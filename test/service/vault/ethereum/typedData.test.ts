import { verifyTyped } from 'micro-eth-signer';
import { describe, expect, test } from 'vitest';
import { toHex } from '../../../../src/crypto/hex.js';
import { portablePrimitives } from '../../../../src/service/primitives.js';
import { readTypedData } from '../../../../src/service/vault/ethereum/typedData.js';
import { sharedJson, testShared } from '../../../support/publishedVectors.js';

type Vector = { name: string; domain: object; primaryType: string; types: object; data: object; digest: string };

testShared(
  sharedJson<Vector[]>('vectors/ethers/typed-data.json.gz'),
  'typed data has the digest that ethers publishes',
  async (vectors) => {
    expect(vectors).toHaveLength(130);
    for (const { name, domain, primaryType, types, data, digest } of vectors) {
      const read = await readTypedData(JSON.stringify({ domain, types, primaryType, message: data }));
      expect(`0x${toHex(read.digest)}`, name).toBe(digest);
    }
  },
);

const mail = {
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
};

const read = (changes: object = {}) => readTypedData(JSON.stringify({ ...mail, ...changes }));
const ofOne = (type: string, value: unknown, more: object = {}) =>
  read({ types: { T: [{ name: 'a', type }], ...more }, primaryType: 'T', message: { a: value } });

test('the example of the standard has its digest, and policies read what is signed', async () => {
  const { digest, facts } = await read();
  expect(toHex(digest)).toBe('be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2');
  expect(facts).toEqual({
    primary_type: 'Mail',
    domain: {
      name: 'Ether Mail',
      version: '1',
      chain_id: 1n,
      verifying_contract: '0xcccccccccccccccccccccccccccccccccccccccc',
    },
    message: {
      from: { name: 'Cow', wallet: '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826' },
      to: { name: 'Bob', wallet: '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' },
      contents: 'Hello, Bob!',
    },
  });
});

test('the type of the domain may be left out', async () => {
  const { EIP712Domain: _left, ...types } = mail.types;
  expect((await read({ types })).digest).toEqual((await read()).digest);
});

test('a domain alone can be what is signed', async () => {
  const { facts } = await read({ primaryType: 'EIP712Domain', message: {} });
  expect(facts.message.name).toBe('Ether Mail');
});

test('another library verifies a signature over arrays, negative numbers and a type of types', async () => {
  const typed = {
    domain: { name: 'A', chainId: 5n },
    types: {
      Inner: [{ name: 'n', type: 'int64' }],
      T: [
        { name: 'list', type: 'Inner[]' },
        { name: 'grid', type: 'uint8[2][]' },
        { name: 'raw', type: 'bytes' },
        { name: 'tag', type: 'bytes4' },
        { name: 'yes', type: 'bool' },
      ],
    },
    primaryType: 'T',
    message: {
      list: [{ n: -5n }, { n: 7n }],
      grid: [
        [1n, 2n],
        [3n, 4n],
      ],
      raw: '0x0102',
      tag: '0xaabbccdd',
      yes: true,
    },
  } as const;
  const text = JSON.stringify(typed, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
  const { digest, facts } = await readTypedData(text);
  expect(facts.message).toMatchObject({
    list: [{ n: -5n }, { n: 7n }],
    grid: [
      [1n, 2n],
      [3n, 4n],
    ],
  });
  const { secp256k1 } = await portablePrimitives();
  const secret = new Uint8Array(32).fill(1);
  const { r, s, recovery } = await secp256k1.sign(digest, secret);
  const { addr } = await import('micro-eth-signer');
  const signature = `0x${toHex(r)}${toHex(s)}${(27 + recovery).toString(16)}`;
  const address = addr.fromPublicKey(await secp256k1.publicKey(secret));
  expect(verifyTyped(signature, typed as never, address)).toBe(true);
});

test('a member that no type names is not signed, and no policy reads it', async () => {
  const { digest, facts } = await read({ message: { ...mail.message, amount: 5 } });
  expect(digest).toEqual((await read()).digest);
  expect(facts.message).not.toHaveProperty('amount');
});

test('numbers may be texts of digits, or of hex', async () => {
  const digests = await Promise.all(
    [255, '255', '0xff', '0x00FF'].map(async (value) => (await ofOne('uint8', value)).digest),
  );
  for (const digest of digests) expect(digest).toEqual(digests[0]);
});

describe('what is not typed data is refused by code', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['no JSON', () => readTypedData('{')],
    ['a list', () => readTypedData('[]')],
    ['a name twice', () => readTypedData('{"domain":{},"domain":{}}')],
    ['no types', () => read({ types: undefined })],
    ['a primary type that is not there', () => read({ primaryType: 'Letter' })],
    ['no message', () => read({ message: undefined })],
    ['an unknown member of the domain', () => read({ types: { T: [] }, primaryType: 'T', domain: { chain: 1 } })],
    ['a member of a struct left out', () => read({ message: { ...mail.message, to: undefined } })],
    ['an unknown type', () => ofOne('float', 1)],
    ['uint without bits', () => ofOne('uint', 1)],
    ['uint of 12 bits', () => ofOne('uint12', 1)],
    ['bytes33', () => ofOne('bytes33', '0x00')],
    [
      'a member twice',
      () =>
        ofOne(
          'U',
          { b: true },
          {
            U: [
              { name: 'b', type: 'bool' },
              { name: 'b', type: 'bool' },
            ],
          },
        ),
    ],
    ['a number too large for its type', () => ofOne('uint8', 256)],
    ['a negative number without a sign in its type', () => ofOne('uint8', -1)],
    [
      'a number that JSON rounds',
      () => read({ types: { T: [{ name: 'a', type: 'uint256' }] }, primaryType: 'T', message: { a: 2 ** 60 } }),
    ],
    ['an empty text as a number', () => ofOne('uint8', '')],
    ['half a byte', () => ofOne('bytes', '0x0')],
    ['too few bytes', () => ofOne('bytes4', '0x00')],
    ['an address that is too short', () => ofOne('address', '0x00')],
    ['a text as a truth', () => ofOne('bool', 'true')],
    ['an array of another length', () => ofOne('uint8[2]', [1])],
    ['an object for an array', () => ofOne('uint8[]', {})],
    ['a type that is too long', () => ofOne(`uint8${'[]'.repeat(10_000)}`, [])],
    ['too many types', () => read({ types: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`T${n}`, []])) })],
  ])('%s', async (_what, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ code: 'PAYLOAD_MALFORMED' });
  });
});
