import { type Bytes, fromUtf8 } from '../../crypto/bytes.js';
import { toHex } from '../../crypto/hex.js';
import { type Budget, type Leaf, NotDescribed, spend, type Value } from './value.js';

/** A type of the ABI. */
export type ParameterType =
  | { readonly is: 'leaf'; readonly type: string }
  | { readonly is: 'list'; readonly item: ParameterType; readonly length: number | undefined }
  | { readonly is: 'tuple'; readonly members: readonly (readonly [name: string, type: ParameterType])[] };

/** A function: its arguments, and the text whose hash begins a call, `transfer(address,uint256)`. */
export type FunctionFragment = { readonly arguments: ParameterType; readonly canonical: string };

/**
 * Reads a function as a descriptor writes it: `transfer(address to, uint256 value)`, a tuple as `(address a, uint256 b)[] orders`.
 *
 * @returns `undefined` for what is none
 * @see Solidity documentation, "Contract ABI Specification"
 */
export function functionFragment(text: string): FunctionFragment | undefined {
  const [, name = '', rest = ''] = /^([A-Za-z_$][\w$]*)\s*(\(.*\))$/.exec(text.slice(0, mostLetters)) ?? [];
  try {
    const read = typeAt(rest, 0, 0);
    if (name === '' || read.end !== rest.length || read.type.is !== 'tuple') return undefined;
    return { arguments: read.type, canonical: `${name}${canonicalOf(read.type)}` };
  } catch (error) {
    if (error instanceof NotDescribed) return undefined;
    throw error;
  }
}

/** The type that begins at a place of a text, and where it ends. */
function typeAt(text: string, from: number, depth: number): { readonly type: ParameterType; readonly end: number } {
  if (depth > mostDepth) throw new NotDescribed('Its types are too deep.');
  let end = from;
  let type: ParameterType;
  if (text[from] === '(') {
    const members: [string, ParameterType][] = [];
    end = skipSpaces(text, from + 1);
    while (text[end] !== ')') {
      const member = typeAt(text, end, depth + 1);
      const [named = ''] = /^(?:\s+[A-Za-z_$][\w$]*)?\s*/.exec(text.slice(member.end, member.end + 256)) ?? [];
      members.push([named.trim() || `#${members.length}`, member.type]);
      end = member.end + named.length;
      if (text[end] === ',' && text[skipSpaces(text, end + 1)] !== ')') end = skipSpaces(text, end + 1);
      else if (text[end] !== ')') throw new NotDescribed('A list of types has no end.');
    }
    if (new Set(members.map(([name]) => name)).size < members.length) throw new NotDescribed('A name stands twice.');
    end += 1;
    type = { is: 'tuple', members };
  } else {
    const [word = ''] = /^\w+/.exec(text.slice(from, from + 64)) ?? [];
    const leaf = word === 'uint' || word === 'int' ? `${word}256` : word;
    if (!isLeafType(leaf)) throw new NotDescribed('A type is unknown.');
    end += word.length;
    type = { is: 'leaf', type: leaf };
  }
  for (;;) {
    const [list, length] = /^\[(\d{0,4})\]/.exec(text.slice(end, end + 6)) ?? [];
    if (list === undefined) return { type, end };
    type = { is: 'list', item: type, length: length === '' ? undefined : Number(length) };
    end += list.length;
  }
}

const skipSpaces = (text: string, from: number): number => {
  let at = from;
  while (text[at] === ' ') at += 1;
  return at;
};

/** Whether it is a type without parts that can be read. */
export function isLeafType(type: string): boolean {
  const [, bits] = /^u?int(\d+)$/.exec(type) ?? [];
  if (bits !== undefined) return Number(bits) % 8 === 0 && Number(bits) > 0 && Number(bits) <= 256;
  const [, length] = /^bytes(\d+)$/.exec(type) ?? [];
  if (length !== undefined) return Number(length) > 0 && Number(length) <= 32;
  return ['address', 'bool', 'string', 'bytes'].includes(type);
}

function canonicalOf(type: ParameterType): string {
  if (type.is === 'leaf') return type.type;
  if (type.is === 'list') return `${canonicalOf(type.item)}[${type.length ?? ''}]`;
  return `(${type.members.map(([, member]) => canonicalOf(member)).join(',')})`;
}

/**
 * Reads the arguments of a call, strictly: a number that its type does not hold, or a byte that is not there, is no argument.
 *
 * @param data - behind the four bytes of the function.
 * @returns the arguments, and whether every byte that is not zero belongs to them.
 * @throws {NotDescribed}
 */
export function readArguments(type: ParameterType, data: Bytes, budget: Budget): { value: Value; isAll: boolean } {
  const covered = new Uint8Array(data.length);
  const take = (at: number, length: number): Bytes => {
    spend(budget);
    if (at + length > data.length) throw new NotDescribed('Bytes are missing.');
    // What is read twice could be read a thousand times.
    if (covered.subarray(at, at + length).includes(1)) throw new NotDescribed('Bytes stand for two things.');
    covered.fill(1, at, at + length);
    return data.subarray(at, at + length);
  };
  const placeAt = (at: number): number => {
    const number = BigInt(`0x${toHex(take(at, 32))}`);
    if (number > BigInt(data.length)) throw new NotDescribed('Bytes are missing.');
    return Number(number);
  };
  const tupleAt = (types: readonly ParameterType[], base: number): readonly Value[] => {
    let at = base;
    return types.map((each) => {
      const place = isDynamic(each) ? base + placeAt(at) : at;
      at += isDynamic(each) ? 32 : sizeOf(each);
      return valueAt(each, place);
    });
  };
  const valueAt = (each: ParameterType, at: number): Value => {
    spend(budget);
    if (each.is === 'tuple') {
      const values = tupleAt(
        each.members.map(([, member]) => member),
        at,
      );
      return { is: 'tuple', members: new Map(each.members.map(([name], index) => [name, values[index] as Value])) };
    }
    if (each.is === 'list') {
      const length = each.length ?? placeAt(at);
      if (length > budget.steps) throw new NotDescribed('There is too much of it.');
      const items = Array.from({ length }, () => each.item);
      return { is: 'list', items: tupleAt(items, each.length === undefined ? at + 32 : at) };
    }
    if (each.type === 'string' || each.type === 'bytes') {
      const bytes = take(at + 32, placeAt(at));
      if (each.type === 'bytes') return { is: 'leaf', type: 'bytes', value: bytes };
      return { is: 'leaf', type: 'string', value: textOf(bytes) };
    }
    return wordOf(each.type, take(at, 32));
  };
  const value = valueAt(type, 0);
  return { value, isAll: data.every((byte, at) => byte === 0 || covered[at] === 1) };
}

function wordOf(type: string, word: Bytes): Leaf {
  const number = BigInt(`0x${toHex(word)}`);
  const [, kind = '', bits = '256'] = /^(u?int|bytes|address|bool)(\d*)$/.exec(type) ?? [];
  const size = Number(bits === '' ? 256 : bits);
  if (kind === 'bytes') {
    if (word.subarray(size).some((byte) => byte !== 0)) throw new NotDescribed('Bytes are longer than their type.');
    return { is: 'leaf', type, value: word.slice(0, size) };
  }
  const isSigned = kind === 'int';
  const held = isSigned
    ? BigInt.asIntN(size, number)
    : BigInt.asUintN(kind === 'address' ? 160 : kind === 'bool' ? 1 : size, number);
  if (BigInt.asUintN(256, held) !== number) throw new NotDescribed('A number is larger than its type.');
  if (kind === 'bool') return { is: 'leaf', type, value: number === 1n };
  return { is: 'leaf', type, value: kind === 'address' ? `0x${toHex(word.subarray(12))}` : held };
}

function textOf(bytes: Bytes): string {
  try {
    return fromUtf8(bytes);
  } catch {
    throw new NotDescribed('A text is no UTF-8.');
  }
}

function isDynamic(type: ParameterType): boolean {
  if (type.is === 'leaf') return type.type === 'string' || type.type === 'bytes';
  if (type.is === 'list') return type.length === undefined || isDynamic(type.item);
  return type.members.some(([, member]) => isDynamic(member));
}

/** How many bytes one that is not dynamic has. */
function sizeOf(type: ParameterType): number {
  if (type.is === 'leaf') return 32;
  if (type.is === 'list') return (type.length ?? 0) * sizeOf(type.item);
  return type.members.reduce((sum, [, member]) => sum + sizeOf(member), 0);
}

const mostLetters = 4_096;
const mostDepth = 8;
