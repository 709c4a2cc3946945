import type { Hex } from './transaction.js';

export const isAddress = (value: unknown): value is Hex => typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value);

/** Whole bytes in hex behind 0x. */
export const isHex = (value: unknown): value is Hex =>
  typeof value === 'string' && value.length % 2 === 0 && /^0x[\da-f]*$/i.test(value);
