import type { Bytes } from '../crypto/bytes.js';
import { fromHex, toHex } from '../crypto/hex.js';
import { isRlpBytes, numberOf, type RlpItem, readRlp } from '../crypto/rlp.js';
import { decimalOf, type TransactionEffect } from './effect.js';
import { tokenCall } from './tokenCall.js';

/**
 * What a transaction of Ethereum does: of a legacy one with a chain id, or one of type 1 or 2, on a chain whose coin is known, that pays,
 * or that calls a token. `undefined` for every other.
 *
 * @param unsignedTransaction - in hex, with or without 0x.
 * @see EIP-155, EIP-2930, EIP-1559
 */
export function ethereumEffect(unsignedTransaction: string): TransactionEffect | undefined {
  try {
    const fields = fieldsOf(fromHex(unsignedTransaction.replace(/^0x/i, '')));
    const chain = fields && chains.get(numberIn(fields.chainId));
    if (!chain || fields.to.length !== 20) return undefined;
    const value = numberIn(fields.value);
    const to = `0x${toHex(fields.to)}`;
    const of = { ...chain, feeLimit: decimalOf(numberIn(fields.gasPrice) * numberIn(fields.gasLimit), 18) };
    if (fields.data.length === 0) {
      return { does: 'send', amount: decimalOf(value, 18), unit: 'coin', token: undefined, from: undefined, to, ...of };
    }
    const call = value === 0n ? tokenCall(fields.data) : undefined;
    return call && { ...call, token: to, ...of };
  } catch {
    return undefined; // who signs refuses what cannot be read
  }
}

/** Names of chains, and the symbols of their coins, all of which have 18 decimals, by the chains' ids. @see https://chainlist.org */
const chains: ReadonlyMap<bigint, Pick<TransactionEffect, 'symbol' | 'chain'>> = new Map([
  [1n, { symbol: 'ETH', chain: undefined }],
  [10n, { symbol: 'ETH', chain: 'OP Mainnet' }],
  [56n, { symbol: 'BNB', chain: 'BNB Smart Chain' }],
  [137n, { symbol: 'POL', chain: 'Polygon' }],
  [8453n, { symbol: 'ETH', chain: 'Base' }],
  [42161n, { symbol: 'ETH', chain: 'Arbitrum One' }],
  [43114n, { symbol: 'AVAX', chain: 'Avalanche' }],
]);

type Name = 'chainId' | 'gasPrice' | 'gasLimit' | 'to' | 'value' | 'data';

/** The fields of each form, in order. `gasPrice` is the highest one that the transaction accepts. */
const forms: { readonly [type: number]: readonly string[] } = {
  0: ['nonce', 'gasPrice', 'gasLimit', 'to', 'value', 'data', 'chainId', 'none', 'none'],
  1: ['chainId', 'nonce', 'gasPrice', 'gasLimit', 'to', 'value', 'data', 'accessList'],
  2: ['chainId', 'nonce', 'tip', 'gasPrice', 'gasLimit', 'to', 'value', 'data', 'accessList'],
};

function fieldsOf(bytes: Bytes): Readonly<Record<Name, Bytes>> | undefined {
  const [type = 0] = bytes;
  const isTyped = type === 1 || type === 2;
  const form = forms[isTyped ? type : 0] ?? [];
  const fields = readRlp(isTyped ? bytes.subarray(1) : bytes);
  if (isRlpBytes(fields) || fields.length !== form.length) return undefined;
  const isFit = (field: RlpItem, at: number) =>
    form[at] === 'accessList' ? !isRlpBytes(field) : isRlpBytes(field) && (form[at] !== 'none' || field.length === 0);
  if (!fields.every(isFit)) return undefined;
  return Object.fromEntries(fields.map((field, at) => [form[at], field])) as Record<Name, Bytes>;
}

/** @throws {RangeError} for a number with leading zeros, which has a shorter form */
function numberIn(bytes: Bytes): bigint {
  if (bytes[0] === 0) throw new RangeError('A number begins with a zero.');
  return numberOf(bytes);
}
