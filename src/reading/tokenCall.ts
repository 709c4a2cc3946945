import type { Bytes } from '../crypto/bytes.js';
import { toHex } from '../crypto/hex.js';
import { numberOf } from '../crypto/rlp.js';
import type { TransactionEffect } from './effect.js';

type TokenCall = Pick<TransactionEffect, 'does' | 'amount' | 'unit' | 'from' | 'to'>;

/**
 * What a call of a token's contract does: a transfer or an approval of ERC-20, or of ERC-721. `undefined` for every other call, and for
 * arguments that are not exactly those of the function.
 *
 * @remarks The contract's code decides what really happens; the standards say what a token does.
 * @see ERC-20, ERC-721; Solidity documentation, "Contract ABI Specification"
 */
export function tokenCall(data: Bytes): TokenCall | undefined {
  const [selector, ...words] = [toHex(data.subarray(0, 4)), ...wordsOf(data.subarray(4))];
  const read = calls[selector];
  return read && words.length === read.words ? read.effect(words) : undefined;
}

/** Whether data, in hex behind 0x, begin like a call of a token's contract, whatever follows. */
export const isTokenSelector = (data: string): boolean => Object.hasOwn(calls, data.slice(2, 10).toLowerCase());

type Words = readonly Bytes[];

/** By the first four bytes of the Keccak-256 hash of the function's signature. */
const calls: {
  readonly [selector: string]: { readonly words: number; readonly effect: (words: Words) => TokenCall | undefined };
} = {
  // transfer(address,uint256)
  a9059cbb: { words: 2, effect: ([to, amount]) => sent({ to, amount, unit: 'smallest' }) },
  // transferFrom(address,address,uint256) has the same name and arguments in both standards
  '23b872dd': { words: 3, effect: ([from, to, amount]) => moved({ from, to, amount, unit: 'smallest or NFT' }) },
  // safeTransferFrom(address,address,uint256)
  '42842e0e': { words: 3, effect: ([from, to, amount]) => moved({ from, to, amount, unit: 'NFT' }) },
  // safeTransferFrom(address,address,uint256,bytes), without bytes
  b88d4fde: {
    words: 5,
    effect: ([from, to, amount, at, length]) =>
      isNumber(at, 128n) && isNumber(length, 0n) ? moved({ from, to, amount, unit: 'NFT' }) : undefined,
  },
  // approve(address,uint256) has the same name and arguments in both standards
  '095ea7b3': { words: 2, effect: ([to, amount]) => allowed(to, amount) },
  // setApprovalForAll(address,bool)
  a22cb465: { words: 2, effect: ([to, isAllowed]) => allowedAll(to, isAllowed) },
};

type Word = Bytes | undefined;

function sent({ to, amount, unit }: { to: Word; amount: Word; unit: TokenCall['unit'] }): TokenCall | undefined {
  const receiver = addressIn(to);
  if (!receiver || !amount) return undefined;
  return { does: 'send', amount: numberOf(amount).toString(), unit, from: undefined, to: receiver };
}

function moved({ from, ...rest }: Parameters<typeof sent>[0] & { from: Word }): TokenCall | undefined {
  const giver = addressIn(from);
  const call = sent(rest);
  return giver && call ? { ...call, from: giver } : undefined;
}

function allowed(to: Word, amount: Word): TokenCall | undefined {
  const call = sent({ to, amount, unit: 'smallest or NFT' });
  if (!call || !amount) return undefined;
  // The highest number is the sign for no limit. @see ERC-20 of OpenZeppelin, `approve`
  if (isNumber(amount, 2n ** 256n - 1n)) return { ...call, does: 'allow', amount: undefined, unit: 'smallest' };
  // No token has as many units, and some hold 96 bits alone, so that is no limit either; but an NFT's id may be a hash, of any size.
  return { ...call, does: 'allow', ...(numberOf(amount) >= 2n ** 96n - 1n && { unit: 'unlimited or NFT' }) };
}

function allowedAll(to: Word, isAllowed: Word): TokenCall | undefined {
  const operator = addressIn(to);
  const does = isNumber(isAllowed, 1n) ? 'allowAll' : isNumber(isAllowed, 0n) ? 'forbidAll' : undefined;
  return operator && does ? { does, amount: undefined, unit: 'NFT', from: undefined, to: operator } : undefined;
}

/** 32 bytes each; nothing if the last is cut off. */
function wordsOf(bytes: Bytes): Words {
  if (bytes.length % 32 !== 0) return [];
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(32 * at, 32 * at + 32));
}

/** The last 20 bytes, if the first 12 are zero. */
function addressIn(word: Word): string | undefined {
  const hex = word && toHex(word);
  return hex?.startsWith('0'.repeat(24)) ? `0x${hex.slice(24)}` : undefined;
}

const isNumber = (word: Word, number: bigint): boolean => word !== undefined && numberOf(word) === number;
