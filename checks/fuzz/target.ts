import type { Chance } from '../../test/support/chance.js';
import type { Fixtures, ServiceRequest } from './service/fixtures.js';

/** The outcome of an input: a value with all the documented properties, or a refusal with one of the documented codes. */
export type Outcome = 'accepted' | 'refused';

/** A place in the product where untrusted input arrives. */
export type Target = {
  readonly name: string;
  /** The product's functions that each input goes through. */
  readonly functions: string;
  /** An input is a string: UTF-16 code units of a text, or one unit for each byte (0 to 255). */
  readonly form: 'text' | 'bytes';
  /** The longest input, in units, apart from the stretched ones. */
  readonly maxUnits: number;
  /** The longest stretched input, in units: a few inputs are so long, to find functions that take more than linear time. */
  readonly stretchedUnits: number;
  /** Pieces that inputs of this kind consist of. */
  readonly dictionary: readonly string[];
  /** How many inputs in a hundred are changed by `mutate`; the others are changed unit by unit. */
  readonly structuredPercent: number;
  /** Changes an input and keeps its form: lengths, checksums and signatures are made to fit. */
  readonly mutate: (chance: Chance, input: string) => string | Promise<string>;
  /**
   * Calls the functions with the input.
   *
   * @throws any error that is not a documented refusal, or {@link BrokenPropertyError}: both are faults.
   */
  readonly run: (input: string) => Outcome | Promise<Outcome>;
  readonly service: AtService;
};

/** How an input is sent to the running service. */
export type AtService = {
  /** The call, and the member or header of it that holds the input. */
  readonly name: string;
  /** More inputs to begin with, which are valid for this running service only. */
  readonly seeds?: (fixtures: Fixtures) => readonly string[];
  /** The request that holds the input. Where several calls take such an input, the input decides which. */
  readonly request: (fixtures: Fixtures, input: string) => ServiceRequest | Promise<ServiceRequest>;
  /** In milliseconds: an answer that takes longer is a fault. Default: 100. Work in slices, whose stretches are measured apart, may take longer. */
  readonly mostMs?: number;
};

/** An accepted value lacks a documented property. */
export class BrokenPropertyError extends Error {}

/** @throws {BrokenPropertyError} if the property does not hold */
export function mustHold(holds: boolean, property: string): void {
  if (!holds) throw new BrokenPropertyError(property);
}

/** The bytes of an input of the form `bytes`. */
export function bytesOf(input: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(input.length);
  for (let at = 0; at < input.length; at += 1) bytes[at] = input.charCodeAt(at);
  return bytes;
}

/** The input of the form `bytes` for these bytes. */
export const inputOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** A 32-bit hash of the input (FNV-1a): for choices that must be the same when the input is run again. */
export function hashOf(input: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < input.length; at += 1) hash = Math.imul(hash ^ input.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
