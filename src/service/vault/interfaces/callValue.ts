import { type Bytes, fromUtf8 } from '../../../crypto/bytes.js';
import { EncodingError } from '../../../crypto/encodingError.js';
import { type Steps, takeSteps } from '../../steps.js';

/**
 * An argument of a call as policies read it: integers are exact, addresses and bytes of Ethereum are texts that begin with 0x. What an
 * optional argument leaves out is left out here; among items it is an object without members, which equals nothing that is there.
 */
export type CallValue = boolean | bigint | string | readonly CallValue[] | CallMembers;

/** Arguments, or members of one, by name. */
export type CallMembers = { readonly [name: string]: CallValue };

/** Members in the order of the interface: {@link memberAt} reads them by their place. One that is left out keeps its place. */
export function tupleOf(members: readonly (readonly [name: string, value: CallValue | undefined])[]): CallMembers {
  const there = members.filter((member): member is readonly [string, CallValue] => member[1] !== undefined);
  return inOrderOf(
    members.map(([name]) => name),
    Object.fromEntries(there),
  );
}

/** A member of a tuple by its place, from zero on; `undefined` where it is left out, and of what is no tuple. */
export function memberAt<Value>(of: Members<Value>, place: number): Value | undefined {
  const name = of[namesInOrder]?.[place];
  return name !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;
}

/** The same members with other values; of a tuple a tuple, and where none is another the same object: there may be very many. */
export function withEachMember<Value>(of: Members<Value>, change: (value: Value) => Value): Members<Value> {
  const changed = Object.keys(of).map((name) => [name, change(of[name] as Value)] as const);
  if (changed.every(([name, value]) => value === of[name])) return of;
  const members = Object.fromEntries(changed);
  const names = of[namesInOrder];
  return names ? inOrderOf(names, members) : members;
}

/** An object itself lists names that are numbers before all others. */
const namesInOrder: unique symbol = Symbol('the names of the members of a tuple, in their order');

type Members<Value> = { readonly [name: string]: Value } & { readonly [namesInOrder]?: readonly string[] };

const inOrderOf = <Value>(names: readonly string[], members: { [name: string]: Value }): { [name: string]: Value } =>
  Object.defineProperty(members, namesInOrder, { value: names });

/**
 * What is read of this many bytes: both an interface and the data of a call may be made to be dear to read. 64 KiB of Ethereum's words are
 * 2,048 values.
 */
export const callSteps = (bytes: number): Steps => ({ steps: Math.min(bytes + 1_000, mostValues) });

const mostValues = 4_096;

/** Takes a step for each value before they are read. @throws {UnreadableCall} */
export const takeValues = (budget: Steps, count: number): void =>
  takeSteps(budget, count, () => new UnreadableCall('more values than it may have'));

/** A text of a call. @throws {UnreadableCall} where the bytes are no UTF-8 */
export function callText(bytes: Bytes): string {
  try {
    return fromUtf8(bytes);
  } catch (error) {
    if (error instanceof EncodingError) throw new UnreadableCall('a text');
    throw error;
  }
}

/** The data of a call does not match its interface: it is not decoded. */
export class UnreadableCall extends Error {}
