import { fromHex } from '../../crypto/hex.js';
import type { TypedDataToRead } from '../typedDataLeaves.js';
import { isLeafType } from './abi.js';
import { type Budget, type Leaf, NotDescribed, spend, type Value } from './value.js';

/**
 * The message of typed data that `typedDataLeaves` could read.
 *
 * @throws {NotDescribed} for a value that is not of its type
 */
export function typedDataValue({ types, primaryType, message }: TypedDataToRead, budget: Budget): Value {
  const read = (value: unknown, type: string): Value => {
    spend(budget);
    const [, item] = /^(.*)\[\d*\]$/.exec(type) ?? [];
    if (item !== undefined) return { is: 'list', items: (value as unknown[]).map((each) => read(each, item)) };
    if (!Object.hasOwn(types, type)) return leafOf(value, type);
    const members = (types[type] ?? []).map(
      ({ name, type: of }) => [name, read((value as Record<string, unknown>)[name], of)] as const,
    );
    return { is: 'tuple', members: new Map(members) };
  };
  return read(message, primaryType);
}

function leafOf(value: unknown, type: string): Leaf {
  if (!isLeafType(type)) throw new NotDescribed('A type is unknown.');
  if (type === 'string' && typeof value === 'string') return { is: 'leaf', type, value };
  if (type === 'bool' && typeof value === 'boolean') return { is: 'leaf', type, value };
  const text = String(value);
  const [, bits] = /^u?int(\d+)$/.exec(type) ?? [];
  if (bits !== undefined && /^(0x[\da-f]{1,64}|-?\d{1,78})$/i.test(text)) {
    const number = BigInt(text);
    const held = type.startsWith('u') ? BigInt.asUintN(Number(bits), number) : BigInt.asIntN(Number(bits), number);
    if (held === number) return { is: 'leaf', type, value: number };
  }
  if (type === 'address' && /^0x[\da-f]{40}$/i.test(text)) return { is: 'leaf', type, value: text.toLowerCase() };
  if (type.startsWith('bytes') && /^0x([\da-f]{2})*$/i.test(text)) {
    const bytes = fromHex(text.slice(2));
    if (type === 'bytes' || bytes.length === Number(type.slice(5))) return { is: 'leaf', type, value: bytes };
  }
  throw new NotDescribed('A value is not of its type.');
}

/**
 * The types of a message as its hash has them: `Mail(Person from)Person(string name)`.
 *
 * @see EIP-712, "Definition of encodeType"
 */
export function encodedType({ types, primaryType }: TypedDataToRead): string {
  const found = new Set([primaryType]);
  for (const name of found)
    for (const { type } of Object.hasOwn(types, name) ? (types[name] ?? []) : []) {
      const [plain = ''] = type.split('[', 1);
      if (Object.hasOwn(types, plain)) found.add(plain);
    }
  found.delete(primaryType);
  const written = (name: string) =>
    `${name}(${(Object.hasOwn(types, name) ? (types[name] ?? []) : []).map((each) => `${each.type} ${each.name}`).join(',')})`;
  return [primaryType, ...[...found].sort()].map(written).join('');
}
