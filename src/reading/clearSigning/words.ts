import { visible } from '../visible.js';
import { NotDescribed } from './value.js';

/**
 * Words of a descriptor. They name no address and no amount: those come from what is signed alone.
 *
 * @throws {NotDescribed} for what is no such text
 */
export function words(text: unknown): string {
  if (typeof text !== 'string' || text.length > mostLetters) throw new NotDescribed('A text is none.');
  const seen = visible(text).replace(/\s+/g, ' ');
  if (/0x[\da-f]{8}/i.test(seen) || /^\s*[\d.,]+\s*$/.test(seen) || amount.test(seen))
    throw new NotDescribed('A descriptor says an amount or an address by itself.');
  return seen;
}

/** `1.5 ETH`, `5 stETH`, `5ETH` */
const amount = /(^|[\s(])[\d.,]*\d\s*(\p{Ll}{0,3}\p{Lu}{2}|Ether\b)/u;

const mostLetters = 200;
