import { RLP } from 'micro-eth-signer/core/rlp.js';
import { type Bytes, concat } from '../../../src/crypto/bytes.js';
import { fromHex } from '../../../src/crypto/hex.js';

/** The most bytes of a transaction, and of a payload. */
export const mostBytes = 65_536;

/** Bytes that are dear to read. */
export type HostileBytes = { readonly what: string; readonly bytes: Bytes };

const repeated = (piece: readonly number[], length = mostBytes): Bytes => {
  const times = Math.floor(length / piece.length);
  return Uint8Array.from({ length: times * piece.length }, (_, at) => piece[at % piece.length] ?? 0);
};

/** A field of bytes, for any length. */
const field = (number: number, content: Bytes): Bytes =>
  concat(Uint8Array.of((number << 3) | 2), varint(content.length), content);

function varint(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Uint8Array.from([...bytes, rest]);
}

const owner = fromHex('419d31b91d72b58d7c8c02a7124410e168989f372d');

const tronContract = (kind: number, name: string, value: Bytes): Bytes =>
  field(
    11,
    concat(
      Uint8Array.of(8, kind),
      field(2, concat(field(1, new TextEncoder().encode(`type.googleapis.com/protocol.${name}`)), field(2, value))),
    ),
  );

export const hostileTron: readonly HostileBytes[] = [
  { what: 'fields of two bytes', bytes: repeated([0x5a, 0]) },
  { what: 'numbers of two bytes', bytes: repeated([8, 1]) },
  {
    what: 'a permission of many keys',
    bytes: tronContract(
      46,
      'AccountPermissionUpdateContract',
      concat(field(1, owner), field(2, repeated([...field(7, concat(field(1, owner), Uint8Array.of(16, 1)))], 64_000))),
    ),
  },
  {
    what: 'many empty permissions',
    bytes: tronContract(46, 'AccountPermissionUpdateContract', concat(field(1, owner), repeated([0x22, 0], 64_000))),
  },
];

const shortLength = (length: number): number[] => {
  const bytes: number[] = [];
  let rest = length;
  for (; rest >= 0x80; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
};

const keyAt = (index: number): Bytes => Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? index : 255));

/** A message of version 0 that `signer` signs. `lookups`: written as they stand. */
export function solanaMessageOf(
  signer: Bytes,
  others: number,
  instructions: readonly (readonly number[])[],
  lookups: readonly Bytes[],
): Bytes {
  const keys = [signer, ...Array.from({ length: others }, (_, index) => keyAt(index))];
  return concat(
    Uint8Array.from([0x80, 1, 0, 0, ...shortLength(keys.length)]),
    ...keys,
    new Uint8Array(32),
    Uint8Array.from([...shortLength(instructions.length), ...instructions.flat()]),
    Uint8Array.from(shortLength(lookups.length)),
    ...lookups,
  );
}

/** Messages that this key is to sign. */
export function hostileSolana(signer: Bytes): readonly HostileBytes[] {
  const many = (count: number, instruction: readonly number[]) => Array.from({ length: count }, () => instruction);
  const table = (index: number, indexes: number): Bytes =>
    concat(
      Uint8Array.from({ length: 32 }, (_, at) => (at < 2 ? (index >> (8 * at)) & 255 : 254)),
      Uint8Array.from(shortLength(indexes)),
      new Uint8Array(indexes),
      Uint8Array.of(0),
    );
  const tables = (count: number, indexes: number) => Array.from({ length: count }, (_, index) => table(index, indexes));
  return [
    { what: '4,000 instructions', bytes: solanaMessageOf(signer, 1, many(4_000, [1, 1, 2, 0]), tables(900, 1)) },
    { what: 'instructions of three bytes', bytes: solanaMessageOf(signer, 1, many(21_000, [1, 0, 0]), []) },
    { what: 'instructions of one account', bytes: solanaMessageOf(signer, 1, many(16_000, [1, 1, 0, 0]), []) },
    {
      what: 'instructions of many accounts',
      bytes: solanaMessageOf(signer, 1, many(2, [1, ...shortLength(32_000), ...new Array(32_000).fill(0), 0]), []),
    },
    {
      what: 'instructions beside long tables',
      bytes: solanaMessageOf(signer, 1, many(10_000, [1, 1, 2, 0]), tables(1, 25_000)),
    },
    {
      what: 'instructions beside many tables',
      bytes: solanaMessageOf(signer, 1, many(8_000, [1, 1, 2, 0]), tables(900, 1)),
    },
    { what: 'tables alone', bytes: solanaMessageOf(signer, 1, many(1, [1, 0, 0]), tables(1_870, 1)) },
    { what: 'keys alone', bytes: solanaMessageOf(signer, 250, many(1, [1, 0, 0]), []) },
    {
      what: 'a message behind signatures',
      bytes: concat(Uint8Array.of(1), new Uint8Array(64), solanaMessageOf(signer, 1, many(20_000, [1, 0, 0]), [])),
    },
  ];
}

type Rlp = Bytes | Rlp[];
const rlp = (item: Rlp): Bytes => new Uint8Array(RLP.encode(item));
const number = (value: number): Bytes => (value === 0 ? new Uint8Array() : Uint8Array.of(value));
const to = new Uint8Array(20).fill(0xab);

function eip1559(data: Bytes, accessList: Rlp[]): Bytes {
  return concat(
    Uint8Array.of(2),
    rlp([number(1), number(4), number(2), number(30), number(99), to, number(0), data, accessList]),
  );
}

export const hostileEthereum: readonly HostileBytes[] = [
  { what: 'data of 64 KiB', bytes: eip1559(new Uint8Array(65_000).fill(0x61), []) },
  {
    what: 'an access list of many addresses',
    bytes: eip1559(
      new Uint8Array(),
      Array.from({ length: 2_700 }, (_, index) => [
        Uint8Array.from({ length: 20 }, (_each, at) => (at < 2 ? (index >> (8 * at)) & 255 : 0xcd)),
        [],
      ]),
    ),
  },
  {
    what: 'an access list of many slots',
    bytes: eip1559(new Uint8Array(), [[to, Array.from({ length: 1_950 }, () => new Uint8Array(32).fill(7))]]),
  },
  {
    what: 'authorizations',
    bytes: concat(
      Uint8Array.of(4),
      rlp([
        number(1),
        number(4),
        number(2),
        number(30),
        number(99),
        to,
        number(0),
        new Uint8Array(),
        [],
        Array.from({ length: 640 }, () => [
          number(1),
          to,
          number(3),
          number(1),
          new Uint8Array(32).fill(7),
          new Uint8Array(32).fill(7),
        ]),
      ]),
    ),
  },
  { what: 'lists in lists', bytes: deepLists() },
  { what: 'many empty lists', bytes: concat(Uint8Array.of(2, 0xf9, 0xff, 0xf0), repeated([0xc0], 0xfff0)) },
  { what: 'many empty texts', bytes: concat(Uint8Array.of(0xf9, 0xff, 0xf0), repeated([0x80], 0xfff0)) },
];

function deepLists(): Bytes {
  const heads: number[] = [];
  for (let length = 0; heads.length < 65_000; ) {
    const head = length < 56 ? [0xc0 + length] : length < 256 ? [0xf8, length] : [0xf9, length >> 8, length & 255];
    heads.unshift(...head);
    length += head.length;
  }
  return Uint8Array.from([2, ...heads]);
}

/** A PSBT (version 0) of one input that a key of `script` signs, and outputs of this script. */
export function psbtOf(script: Bytes, outputs: number, outputScript: Bytes): Bytes {
  const output = concat(Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0), compact(outputScript.length), outputScript);
  const unsigned = concat(
    Uint8Array.of(2, 0, 0, 0, 1),
    new Uint8Array(32).fill(9),
    Uint8Array.of(0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff),
    compact(outputs),
    ...Array.from({ length: outputs }, () => output),
    new Uint8Array(4),
  );
  const witness = concat(Uint8Array.of(0xff, 0xff, 0, 0, 0, 0, 0, 0), compact(script.length), script);
  return concat(
    fromHex('70736274ff'),
    Uint8Array.of(1, 0),
    compact(unsigned.length),
    unsigned,
    Uint8Array.of(0, 1, 1),
    compact(witness.length),
    witness,
    Uint8Array.of(0),
    new Uint8Array(outputs),
  );
}

const compact = (value: number): Bytes =>
  value < 0xfd ? Uint8Array.of(value) : Uint8Array.of(0xfd, value & 255, value >> 8);

/** PSBTs whose one input is of this script. */
export const hostilePsbts = (script: Bytes): readonly HostileBytes[] => [
  { what: '5,000 outputs', bytes: psbtOf(script, 5_000, new Uint8Array()) },
  { what: '6,400 outputs', bytes: psbtOf(script, 6_400, new Uint8Array()) },
  { what: 'outputs with addresses', bytes: psbtOf(script, 2_000, script) },
  { what: '2,900 outputs', bytes: psbtOf(script, 2_900, new Uint8Array()) },
  { what: 'one long script', bytes: psbtOf(script, 1, repeated([0x51], 64_000)) },
  {
    what: 'one script of many keys',
    bytes: psbtOf(script, 1, repeated([0x21, ...new Uint8Array(33).fill(2)], 64_000)),
  },
  { what: 'many unknown fields', bytes: concat(fromHex('70736274ff'), repeated([2, 0xfc, 0, 0], 65_000)) },
];
