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

/** What is read of this many bytes: both an interface and the data of a call may be made to be dear to read. */
export const callSteps = (bytes: number): Steps => ({ steps: bytes + 1_000 });

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
