import { refused } from '../../../contract/refusals.js';
import type { Json } from '../../../contract/strictJson.js';
import { isMembers } from './members.js';

/** A member of a struct, and its type as the text names it. */
export type Field = { readonly name: string; readonly type: string };

/** The structs of typed data, by name. */
export type Structs = ReadonlyMap<string, readonly Field[]>;

/** A type, taken apart: `item` of an array, the `bits` of an integer, the `bytes` of a fixed text of bytes. */
export type FieldType =
  | { readonly kind: 'array'; readonly item: string; readonly length: number | undefined }
  | { readonly kind: 'struct'; readonly name: string }
  | { readonly kind: 'integer'; readonly bits: number; readonly isSigned: boolean }
  | { readonly kind: 'fixed bytes'; readonly bytes: number }
  | { readonly kind: 'address' | 'bool' | 'string' | 'bytes' };

/**
 * The structs that `types` defines: names are such as wallets sign (`HyperliquidTransaction:Withdraw`), no member stands twice, and every
 * type is known. `uint` and `int` without bits are refused, since wallets do not agree on what they hash to.
 *
 * @throws {RefusedError} PAYLOAD_MALFORMED
 * @see EIP-712, "Definition of typed structured data"
 */
export function readStructs(types: Json | undefined): Structs {
  if (!isMembers(types)) throw malformedTypes('types must be an object');
  const named = Object.entries(types);
  if (named.length > mostStructs) throw malformedTypes(`at most ${mostStructs} types`);
  const structs = new Map(named.map(([name, fields]) => [name, readFields(name, fields)]));
  for (const fields of structs.values()) for (const { type } of fields) fieldType(structs, type);
  return structs;
}

/** Far more than any signed message has; each costs a hash. */
const mostStructs = 100;

const structName = /^[\w$:]{1,255}$/;

/** Types of Solidity, which no struct is named after. @see Solidity documentation, "Value Types" */
const elementary = /^(?:address|bool|string|bytes\d*|u?int\d*|u?fixed(?:\d+x\d+)?)$/;

const memberName = /^[A-Za-z_$][\w$]*$/;
/** A name, and the dimensions of an array. */
const memberType = /^[\w$:]{1,255}[[\]\d]{0,255}$/;

function readFields(name: string, fields: Json): Field[] {
  if (!structName.test(name)) throw malformedTypes('a name has 1 to 255 letters, digits, _, $ and :');
  if (elementary.test(name)) throw malformedTypes(`${name} is a type already`);
  if (!Array.isArray(fields)) throw malformedTypes('a type is a list of members');
  const read = fields.map((field) => {
    const isField = isMembers(field) && typeof field.name === 'string' && typeof field.type === 'string';
    if (!isField) throw malformedTypes(`a member of ${name}`);
    const read = { name: field.name as string, type: field.type as string };
    if (!memberName.test(read.name) || !memberType.test(read.type)) throw malformedTypes(`a member of ${name}`);
    return read;
  });
  if (new Set(read.map((field) => field.name)).size < read.length) throw malformedTypes(`a member twice in ${name}`);
  return read;
}

/** @throws {RefusedError} PAYLOAD_MALFORMED for an undefined type. */
export function fieldType(structs: Structs, type: string): FieldType {
  const [, item, length] = /^(.+)\[(\d{0,6})\]$/.exec(type) ?? [];
  if (item !== undefined) {
    fieldType(structs, item);
    return { kind: 'array', item, length: length ? Number(length) : undefined };
  }
  if (type === 'address' || type === 'bool' || type === 'string' || type === 'bytes') return { kind: type };
  const [, sign, bits] = /^(u?)int(\d{1,3})$/.exec(type) ?? [];
  if (bits !== undefined && isWidth(Number(bits) / 8, bits)) {
    return { kind: 'integer', bits: Number(bits), isSigned: sign === '' };
  }
  const [, bytes] = /^bytes(\d{1,2})$/.exec(type) ?? [];
  if (bytes !== undefined && isWidth(Number(bytes), bytes)) return { kind: 'fixed bytes', bytes: Number(bytes) };
  if (structs.has(type)) return { kind: 'struct', name: type };
  throw malformedTypes(`no such type: ${type.slice(0, 100)}`);
}

/** One to 32 bytes, and written without a leading zero. */
const isWidth = (bytes: number, text: string): boolean =>
  Number.isInteger(bytes) && bytes >= 1 && bytes <= 32 && !text.startsWith('0');

/** The struct's own definition and, in the order of their names, all that it refers to. @see EIP-712, "Definition of encodeType" */
export function encodeType(structs: Structs, name: string): string {
  const others = [...referredTo(structs, name)].filter((other) => other !== name).sort();
  const text = [name, ...others].map((each) => definition(each, structs.get(each) ?? [])).join('');
  if (text.length > longestType) throw malformedTypes('they refer to too much');
  return text;
}

/** Characters: each struct's is hashed once. */
const longestType = 8_192;

const definition = (name: string, fields: readonly Field[]): string =>
  `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`;

function referredTo(structs: Structs, name: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const { type } of structs.get(name) ?? []) {
    const base = type.replace(/\[.*$/, '');
    if (structs.has(base)) referredTo(structs, base, found);
  }
  return found;
}

const malformedTypes = (about: string) => refused('PAYLOAD_MALFORMED', { about: `typed data: ${about}` });
