import type { Json } from '../../../contract/strictJson.js';

/** Whether JSON is an object. */
export const isMembers = (json: Json | undefined): json is { [name: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/**
 * An integer as wallets write it in JSON: a number that is exact, or a text of decimal digits or of 0x and hex.
 *
 * @returns undefined for everything else.
 */
export function readInteger(json: Json | undefined): bigint | undefined {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : undefined;
  if (typeof json !== 'string' || !/^(?:-?(?:0|[1-9]\d{0,77})|0x[\da-fA-F]{1,64})$/.test(json)) return undefined;
  return BigInt(json);
}

/** The bytes that 0x and an even number of hex digits stand for, in lower case; `undefined` for everything else. */
export const readHex = (json: Json | undefined): string | undefined =>
  typeof json === 'string' && /^0x(?:[\da-fA-F]{2})*$/.test(json) ? json.toLowerCase() : undefined;

/** An address in lower case; `undefined` for everything else. */
export const readAddress = (json: Json | undefined): string | undefined =>
  readHex(json)?.length === 42 ? readHex(json) : undefined;
