import type { Bytes } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import type { Steps } from '../../steps.js';
import { type AbiMember, type AbiType, wordBytes } from './abiType.js';
import { type CallMembers, type CallValue, callText, takeValues, tupleOf, UnreadableCall } from './callValue.js';

/**
 * Reads the arguments of a call, where they are written as the specification writes them and in no other way: no gaps, nothing
 * beneath another, nothing behind. So each byte is read once, and a contract reads what is read here.
 *
 * @param data - what follows the function's four bytes.
 * @param budget - a step for each value.
 * @throws {UnreadableCall}
 * @see Contract ABI Specification, "Formal Specification of the Encoding" and "Strict Encoding Mode"
 */
export function readAbiArguments(data: Bytes, inputs: readonly AbiMember[], budget: Steps): CallMembers {
  const { values, end } = readParts(
    { data, budget },
    0,
    inputs.map(({ type }) => type),
  );
  if (end !== data.length) throw new UnreadableCall('something follows the arguments');
  return named(inputs, values);
}

const named = (members: readonly AbiMember[], values: readonly CallValue[]): CallMembers =>
  tupleOf(members.map(({ name }, index) => [name, values[index]]));

type Reading = { readonly data: Bytes; readonly budget: Steps };

/** Parts in a row, and behind them, in their order, what they have elsewhere; offsets count from the first part. */
function readParts(
  reading: Reading,
  start: number,
  types: readonly AbiType[],
): { readonly values: readonly CallValue[]; readonly end: number } {
  takeValues(reading.budget, types.length);
  let at = start;
  let end = start + types.reduce((sum, { size = wordBytes }) => sum + size, 0);
  const values = types.map((type) => {
    if (type.size === undefined) {
      if (start + readLength(reading.data, at) !== end) throw new UnreadableCall('an offset');
      at += wordBytes;
      const behind = readValue(reading, end, type);
      end = behind.end;
      return behind.value;
    }
    const { value, end: next } = readValue(reading, at, type);
    at = next;
    return value;
  });
  return { values, end };
}

function readValue(reading: Reading, at: number, type: AbiType): { readonly value: CallValue; readonly end: number } {
  const { data } = reading;
  switch (type.kind) {
    case 'array': {
      const length = type.length ?? readLength(data, at);
      const start = type.length === undefined ? at + wordBytes : at;
      const { size: itemBytes = wordBytes } = type.item;
      // What takes no place could be there without end.
      if (itemBytes === 0 || length * itemBytes > data.length - start) throw new UnreadableCall('it is cut off');
      const { values, end } = readParts(
        reading,
        start,
        Array.from({ length }, () => type.item),
      );
      return { value: values, end };
    }
    case 'tuple': {
      const { values, end } = readParts(
        reading,
        at,
        type.members.map((member) => member.type),
      );
      return { value: named(type.members, values), end };
    }
    case 'bytes':
    case 'string': {
      const length = readLength(data, at);
      const start = at + wordBytes;
      const end = start + wordBytes * Math.ceil(length / wordBytes);
      if (end > data.length) throw new UnreadableCall('it is cut off');
      checkZeros(data.subarray(start + length, end));
      const content = data.subarray(start, start + length);
      return { value: type.kind === 'bytes' ? `0x${toHex(content)}` : callText(content), end };
    }
    default:
      return { value: readWord(wordAt(data, at), type), end: at + wordBytes };
  }
}

type WordType = Exclude<AbiType, { kind: 'array' | 'tuple' | 'bytes' | 'string' }>;

function readWord(word: Bytes, type: WordType): CallValue {
  switch (type.kind) {
    case 'address':
      checkZeros(word.subarray(0, 12));
      return `0x${toHex(word.subarray(12))}`;
    case 'fixed bytes':
      checkZeros(word.subarray(type.bytes));
      return `0x${toHex(word.subarray(0, type.bytes))}`;
    case 'bool': {
      const value = BigInt(`0x${toHex(word)}`);
      if (value > 1n) throw new UnreadableCall('a yes or no');
      return value === 1n;
    }
    case 'integer': {
      const value = BigInt(`0x${toHex(word)}`);
      const integer = type.isSigned ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
      if (BigInt.asUintN(256, integer) !== value) throw new UnreadableCall('an integer beyond its type');
      return integer;
    }
  }
}

function wordAt(data: Bytes, at: number): Bytes {
  if (at + wordBytes > data.length) throw new UnreadableCall('it is cut off');
  return data.subarray(at, at + wordBytes);
}

/** A length or an offset: no longer than the data. */
function readLength(data: Bytes, at: number): number {
  const length = BigInt(`0x${toHex(wordAt(data, at))}`);
  if (length > BigInt(data.length)) throw new UnreadableCall('it is cut off');
  return Number(length);
}

function checkZeros(bytes: Bytes): void {
  if (bytes.some((byte) => byte !== 0)) throw new UnreadableCall('what fills up a word');
}
