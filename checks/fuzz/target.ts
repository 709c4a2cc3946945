import type { Chance } from '../../test/support/chance.js';
import type { ServiceRequest, World } from './service/world.js';

/** What a function made of an input: a value that keeps its promises, or a refusal in the product's own words. */
export type Seen = 'taken' | 'refused';

/** A boundary of the product that strangers' input reaches. */
export type Target = {
  readonly name: string;
  /** The product's functions that each input goes through. */
  readonly functions: string;
  /** An input is a string: UTF-16 code units of a text, or one unit for each byte (0 to 255). */
  readonly form: 'text' | 'bytes';
  /** The most units of an ordinary input, and of the few that are stretched. */
  readonly most: number;
  readonly longest: number;
  /** Pieces that inputs of this kind are made of. */
  readonly words: readonly string[];
  /** How many inputs in a hundred `bend` makes; the others are changed unit by unit. */
  readonly bentPercent: number;
  /** Another input, changed by someone who knows the form: lengths, members, checksums and signatures are made to fit. */
  readonly bend: (chance: Chance, input: string) => string | Promise<string>;
  /**
   * Gives the input to the functions.
   *
   * @throws whatever is no refusal of the product, and {@link BrokenError}: both are faults.
   */
  readonly look: (input: string) => Seen | Promise<Seen>;
  readonly service: AtService;
};

/** How an input comes to the running service. */
export type AtService = {
  /** The call, and the place in it. */
  readonly name: string;
  /** Further inputs to begin with, of which only this running service knows that they are right. */
  readonly seeds?: (world: World) => readonly string[];
  /** Several requests where the input goes to several calls. */
  readonly request: (world: World, input: string) => ServiceRequest | Promise<ServiceRequest>;
};

/** A value that was taken and breaks a promise. */
export class BrokenError extends Error {}

/** Throws where a promise is broken. */
export function promised(kept: boolean, promise: string): void {
  if (!kept) throw new BrokenError(promise);
}

/** The bytes of an input of the form `bytes`. */
export function bytesOf(input: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(input.length);
  for (let at = 0; at < input.length; at += 1) bytes[at] = input.charCodeAt(at);
  return bytes;
}

/** The input of the form `bytes` that has these bytes. */
export const inputOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** A number of 32 bits that follows from the input alone: for choices that a repeat must make again. */
export function hashOf(input: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < input.length; at += 1) hash = Math.imul(hash ^ input.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
