import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Bytes, concat, utf8 } from '../../../src/crypto/bytes.js';
import { fromHex } from '../../../src/crypto/hex.js';

/** An interface and the data of a call, that are dear to read together. */
export type HostileCall = { readonly what: string; readonly json: unknown; readonly data: Bytes };

/** An IDL of one instruction with the discriminator `01`. */
export const idlOf = (args: readonly unknown[], types: readonly object[]): object => ({
  instructions: [
    { name: 'f', discriminator: [1], accounts: [], args: args.map((type, index) => ({ name: `a${index}`, type })) },
  ],
  types,
});

/** A struct by its name and the types of its fields. */
export const structOf = (name: string, fields: readonly unknown[]): object => ({
  name,
  type: { kind: 'struct', fields: fields.map((type, index) => ({ name: `m${index}`, type })) },
});

export const definedAs = (name: string): object => ({ defined: { name } });

/** Structs within structs, the innermost ones empty: `width` to the power of `depth` values that read no bytes. */
export const nestedStructs = (width: number, depth: number): object =>
  idlOf(
    [definedAs('T0')],
    Array.from({ length: depth + 1 }, (_, level) =>
      structOf(
        `T${level}`,
        Array.from({ length: level === depth ? 0 : width }, () => definedAs(`T${level + 1}`)),
      ),
    ),
  );

/** A function `f`. */
export const abiOf = (...inputs: readonly object[]): object[] => [{ type: 'function', name: 'f', inputs }];

/** A list of tuples, each with one number and `count` lists of the length 0. */
const emptyArrays = (count: number): object[] =>
  abiOf({
    name: 'a',
    type: 'tuple[]',
    components: [
      { name: 'n', type: 'uint8' },
      ...Array.from({ length: count }, (_, index) => ({ name: `e${index}`, type: 'uint8[0]' })),
    ],
  });

/** A call of `f`, of which this is the signature, with `items` words of zero in a list. */
export function listCall(signature: string, items: number): Bytes {
  const words = [0x20, items].map((word) => fromHex(word.toString(16).padStart(64, '0')));
  return concat(keccak_256(utf8(signature)).slice(0, 4), ...words, new Uint8Array(32 * items));
}

const callOfEmptyArrays = (count: number, items: number): Bytes =>
  listCall(`f((uint8${',uint8[0]'.repeat(count)})[])`, items);

/** Each of them once stood still for seconds. */
export const hostileAbis: readonly HostileCall[] = [
  { what: 'tuples of 10,000 empty lists', json: emptyArrays(10_000), data: callOfEmptyArrays(10_000, 1_900) },
  { what: 'tuples of 300 empty lists', json: emptyArrays(300), data: callOfEmptyArrays(300, 1_900) },
];

/** Each of them reads no bytes, as often as it likes. */
export const hostileIdls: readonly HostileCall[] = [
  ...[
    [2, 20],
    [6, 8],
    [6, 20],
    [10, 30],
  ].map(([width = 0, depth = 0]) => ({
    what: `structs of ${width} in each other, ${depth} deep`,
    json: nestedStructs(width, depth),
    data: Uint8Array.of(1),
  })),
  {
    what: 'a struct of itself',
    json: idlOf([definedAs('T0')], [structOf('T0', [definedAs('T0'), definedAs('T0')])]),
    data: Uint8Array.of(1),
  },
  {
    what: 'a list of structs with 10,000 members that read nothing',
    json: idlOf(
      [{ vec: definedAs('T0') }],
      [structOf('T0', ['u8', ...Array.from({ length: 10_000 }, () => definedAs('E'))]), structOf('E', [])],
    ),
    data: concat(Uint8Array.of(1, 0, 0xf0, 0, 0), new Uint8Array(0xf000)),
  },
  {
    what: 'long lists of nothing',
    json: idlOf([{ array: [{ array: [definedAs('E'), 60_000] }, 60_000] }], [structOf('E', [])]),
    data: new Uint8Array(65_000).fill(1),
  },
];
