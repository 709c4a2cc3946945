import { type Bytes, concat, utf8 } from '../../crypto/bytes.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { bytesOf } from '../../crypto/rlp.js';

/** A value that has no parts. Addresses are in lower case behind 0x. */
export type Leaf = {
  readonly is: 'leaf';
  /** As the ABI writes it: `uint256`, `bytes`. */
  readonly type: string;
  readonly value: bigint | boolean | string | Bytes;
};

/** Something that is signed: arguments of a call, or a message of typed data. Members without a name have their place as one: `#0`. */
export type Value =
  | Leaf
  | { readonly is: 'list'; readonly items: readonly Value[] }
  | { readonly is: 'tuple'; readonly members: ReadonlyMap<string, Value> };

/** What can be done for one description, in all. */
export type Budget = { steps: number };

/** What cannot be read or described. It is shown raw then. */
export class NotDescribed extends RangeError {}

/** @throws {NotDescribed} when nothing is left */
export function spend(budget: Budget, steps = 1): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw new NotDescribed('There is too much of it.');
}

/** All values without parts, with the names that lead to them. */
export function leavesOf(value: Value, name = ''): readonly { readonly name: string; readonly leaf: Leaf }[] {
  if (value.is === 'leaf') return [{ name, leaf: value }];
  if (value.is === 'list') return value.items.flatMap((item) => leavesOf(item, name));
  return [...value.members].flatMap(([member, each]) => leavesOf(each, member));
}

/** The bytes of a leaf; a number has 32. */
export function bytesIn({ type, value }: Leaf): Bytes {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'string') return type === 'address' ? fromHex(value.slice(2)) : utf8(value);
  const bytes = bytesOf(BigInt.asUintN(256, BigInt(value)));
  return concat(new Uint8Array(32 - bytes.length), bytes);
}

/** As it is written where nothing else is known of it. */
export function rawText({ value }: Leaf): string {
  return value instanceof Uint8Array ? `0x${toHex(value)}` : String(value);
}

/** An address, of a leaf that is one or has the bytes of one: 20, or 32 of which the first 12 are zero. */
export function addressIn(leaf: Leaf): string | undefined {
  if (leaf.type === 'address') return String(leaf.value);
  if (leaf.type === 'string' || leaf.type === 'bool') return undefined;
  const hex = toHex(bytesIn(leaf));
  if (hex.length === 40) return `0x${hex}`;
  return hex.length === 64 && hex.startsWith('0'.repeat(24)) ? `0x${hex.slice(24)}` : undefined;
}

/** A number, of a leaf that is one or has the bytes of one. */
export function numberIn({ value }: Leaf): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return value instanceof Uint8Array && value.length <= 32 ? BigInt(`0x0${toHex(value)}`) : undefined;
}
