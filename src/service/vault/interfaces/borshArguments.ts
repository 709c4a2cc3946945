import { toBase58 } from '../../../crypto/base58.js';
import { littleEndian } from '../../../crypto/byteReader.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { isObject } from '../../../crypto/json.js';
import type { Steps } from '../../steps.js';
import { type CallMembers, type CallValue, callText, takeValues, tupleOf, UnreadableCall } from './callValue.js';
import type { IdlField, IdlTypes } from './idl.js';

/**
 * Reads the arguments of an instruction, all of its bytes. A variant without fields is its name, one with fields an object of its name
 * and the fields; keys are base58, bytes hex. Numbers with fractions are left out, since policies have none.
 *
 * @param data - what follows the discriminator.
 * @param budget - a step for each value.
 * @throws {UnreadableCall}
 * @see Borsh specification; Anchor documentation, "Type Conversion"
 */
export function readBorshArguments(
  data: Bytes,
  args: readonly IdlField[],
  types: IdlTypes,
  budget: Steps,
): CallMembers {
  const reading: Reading = { data, at: 0, types, depth: 0, budget };
  takeValues(budget, args.length);
  const read = readFields(reading, args);
  if (reading.at !== data.length) throw new UnreadableCall('something follows the arguments');
  return read;
}

type Reading = {
  readonly data: Bytes;
  at: number;
  readonly types: IdlTypes;
  depth: number;
  readonly budget: Steps;
};

/** Types within types. */
const deepest = 32;

function readFields(reading: Reading, fields: readonly IdlField[]): CallMembers {
  const names = new Set(fields.map(({ name }) => name));
  if (names.size < fields.length) throw new UnreadableCall('a name twice');
  return tupleOf(fields.map(({ name, type }) => [name, readValue(reading, type)]));
}

function readValue(reading: Reading, type: unknown): CallValue | undefined {
  if (reading.depth === deepest) throw new UnreadableCall('types too deep');
  reading.depth += 1;
  const value = typeof type === 'string' ? readPlain(reading, type) : readComposed(reading, type);
  reading.depth -= 1;
  return value;
}

type Integer = { readonly bits: number; readonly isSigned: boolean };

const integers: ReadonlyMap<string, Integer> = new Map(
  [8, 16, 32, 64, 128, 256].flatMap((bits): [string, Integer][] => [
    [`u${bits}`, { bits, isSigned: false }],
    [`i${bits}`, { bits, isSigned: true }],
  ]),
);

function readPlain(reading: Reading, type: string): CallValue | undefined {
  const integer = integers.get(type);
  if (integer) {
    const { bits, isSigned } = integer;
    const bytes = take(reading, bits / 8);
    const value = bits === 8 ? BigInt(bytes[0] ?? 0) : littleEndian(bytes);
    return isSigned ? BigInt.asIntN(bits, value) : value;
  }
  switch (type) {
    case 'bool':
      return readFlag(reading);
    case 'pubkey':
    case 'publicKey':
      return toBase58(take(reading, 32));
    case 'bytes':
      return toHex(take(reading, readLength(reading)));
    case 'string':
      return callText(take(reading, readLength(reading)));
    case 'f32':
    case 'f64':
      take(reading, type === 'f32' ? 4 : 8);
      return undefined;
    default:
      throw new UnreadableCall('a type that nobody knows');
  }
}

function readComposed(reading: Reading, type: unknown): CallValue | undefined {
  const [[kind, of] = ['', undefined], ...others] = isObject(type) ? Object.entries(type) : [];
  takeValues(reading.budget, others.length);
  if (others.length > 0) throw new UnreadableCall('a type that nobody knows');
  switch (kind) {
    case 'option':
      takeValues(reading.budget, 1);
      return readFlag(reading) ? readValue(reading, of) : undefined;
    case 'vec':
      return readItems(reading, of, readLength(reading));
    case 'array':
      if (!Array.isArray(of) || of.length !== 2 || !Number.isInteger(of[1])) throw new UnreadableCall('an array');
      return readItems(reading, of[0], of[1]);
    case 'defined':
      return readDefined(reading, of);
    default:
      throw new UnreadableCall('a type that nobody knows');
  }
}

function readItems(reading: Reading, type: unknown, length: number): readonly CallValue[] {
  if (length > reading.data.length - reading.at) throw new UnreadableCall('it is cut off');
  return Array.from({ length }, () => {
    const before = reading.at;
    takeValues(reading.budget, 1);
    const value = readValue(reading, type);
    // What takes no place could be there without end.
    if (reading.at === before) throw new UnreadableCall('an item without bytes');
    return value ?? {};
  });
}

/** Older interfaces name a type, newer ones in an object. */
function readDefined(reading: Reading, reference: unknown): CallValue | undefined {
  const name = isObject(reference) && reference.generics === undefined ? reference.name : reference;
  const defined = typeof name === 'string' ? reading.types.get(name) : undefined;
  const isGeneric = Array.isArray(defined?.generics) && defined.generics.length > 0;
  if (!isObject(defined?.type) || isGeneric || !isBorsh(defined.serialization)) {
    throw new UnreadableCall('a type that nobody knows');
  }
  const { kind, fields, variants, alias, value } = defined.type;
  if (kind === 'struct') return readGroup(reading, fields) ?? {};
  if (kind === 'enum') return readVariant(reading, variants);
  if (kind === 'type' || kind === 'alias') {
    takeValues(reading.budget, 1);
    return readValue(reading, alias ?? value);
  }
  throw new UnreadableCall('a type that nobody knows');
}

/** Whether a type is Borsh-encoded, if the interface says so; others have a machine layout. */
const isBorsh = (serialization: unknown): boolean => serialization === undefined || serialization === 'borsh';

function readVariant(reading: Reading, variants: unknown): CallValue {
  const [place = 0] = take(reading, 1);
  const variant: unknown = Array.isArray(variants) ? variants[place] : undefined;
  if (!isObject(variant) || typeof variant.name !== 'string') throw new UnreadableCall('a variant that is not there');
  const fields = readGroup(reading, variant.fields);
  return fields === undefined ? variant.name : { [variant.name]: fields };
}

/** Fields with names, or, where they have none, a list of them; `undefined` where there are none. */
function readGroup(reading: Reading, fields: unknown): CallMembers | readonly CallValue[] | undefined {
  if (fields === undefined || (Array.isArray(fields) && fields.length === 0)) return undefined;
  if (!Array.isArray(fields)) throw new UnreadableCall('fields');
  takeValues(reading.budget, fields.length);
  if (fields.every(isField)) return readFields(reading, fields);
  return fields.map((type: unknown) => readValue(reading, type) ?? {});
}

const isField = (value: unknown): value is IdlField =>
  isObject(value) && typeof value.name === 'string' && value.type !== undefined;

function readFlag(reading: Reading): boolean {
  const [flag = 0] = take(reading, 1);
  if (flag > 1) throw new UnreadableCall('a yes or no');
  return flag === 1;
}

/** Of bytes, texts and lists: four bytes, the lowest first. */
const readLength = (reading: Reading): number => Number(littleEndian(take(reading, 4)));

function take(reading: Reading, length: number): Bytes {
  if (length > reading.data.length - reading.at) throw new UnreadableCall('it is cut off');
  reading.at += length;
  return reading.data.subarray(reading.at - length, reading.at);
}
