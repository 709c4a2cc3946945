import { toHex } from '../../src/crypto/hex.js';

/** What the contract of a token says when it is asked for its symbol and decimals, as ABI. */
export type SpokenToken = { readonly symbol: string; readonly decimals: number };

const word = (number: number) => number.toString(16).padStart(64, '0');

/** A text as ABI: its place, its length, its bytes. */
export function abiText(text: string): `0x${string}` {
  const hex = toHex(new TextEncoder().encode(text));
  return `0x${word(32)}${word(hex.length / 2)}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`;
}

/** A text as bytes32, as the first tokens have it. */
export const bytes32 = (text: string): `0x${string}` => `0x${toHex(new TextEncoder().encode(text)).padEnd(64, '0')}`;

export const abiNumber = (number: number): `0x${string}` => `0x${word(number)}`;

/** The answer to the data of a call. `undefined`: the contract has no such function. */
export function tokenAnswer({ symbol, decimals }: SpokenToken, data: string): string | undefined {
  if (data === '0x95d89b41') return abiText(symbol);
  return data === '0x313ce567' ? abiNumber(decimals) : undefined;
}
