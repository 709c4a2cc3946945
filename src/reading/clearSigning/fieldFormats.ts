import { isObject } from '../../crypto/json.js';
import { decimalOf } from '../effect.js';
import type { NamedChain } from '../ethereum.js';
import type { Token } from '../token.js';
import { escaped, visible } from '../visible.js';
import { listOf, memberOf } from './descriptor.js';
import { descriptorWords } from './descriptorWords.js';
import { addressIn, bytesIn, type Leaf, NotDescribed, numberIn, rawText } from './value.js';

/** A value in words, and what kind of value it is. */
export type Formatted = {
  readonly value: string;
  readonly kind: 'address' | 'amount' | 'other';
  /** The token whose amount it is, or the collection of an NFT, where no symbol tells it. */
  readonly token?: string | undefined;
  /** Whether it is more than any token has. */
  readonly isUnlimited?: boolean;
};

/** What a format has beside the value. */
export type FormatPlace = {
  readonly chain: NamedChain;
  readonly tokens: readonly Token[];
  /** A parameter of the format: a constant, or what `…Path` leads to. */
  readonly param: (name: string) => unknown;
  /** The token that the descriptor itself is of, with its contracts. */
  readonly ownToken: (address: string) => { readonly symbol: string; readonly decimals: number } | undefined;
  /** Who sends it, if it is known. */
  readonly signer: string | undefined;
};

type Format = (leaf: Leaf, place: FormatPlace) => Formatted;

/** A value without words: as it is. */
export function raw(leaf: Leaf): Formatted {
  if (leaf.type === 'address') return { value: rawText(leaf), kind: 'address' };
  return { value: leaf.type === 'string' ? escaped(rawText(leaf)) : rawText(leaf), kind: 'other' };
}

/** The formats of ERC-7730 by their names; what is none is shown raw. `calldata` is read by whoever knows other calls. */
export const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['raw', raw],
  ['addressName', address],
  ['tokenAmount', tokenAmount],
  ['amount', (leaf, { chain }) => coins(numberOf(leaf), chain)],
  ['nftName', nft],
  ['date', date],
  ['duration', (leaf) => ({ value: durationOf(numberOf(leaf)), kind: 'other' })],
  ['unit', unit],
  ['enum', enumeration],
]);

/** @throws {NotDescribed} for what is no number */
function numberOf(leaf: Leaf): bigint {
  const number = numberIn(leaf);
  if (number === undefined) throw new NotDescribed('A value is no number.');
  return number;
}

function coins(number: bigint, { symbol, decimals = 18 }: NamedChain): Formatted {
  return { value: `${signed(number, decimals)} ${visible(symbol)}`, kind: 'amount' };
}

const signed = (number: bigint, decimals: number): string =>
  number < 0n ? `-${decimalOf(-number, decimals)}` : decimalOf(number, decimals);

function address(leaf: Leaf, { param, signer }: FormatPlace): Formatted {
  const found = addressIn(leaf);
  if (found === undefined) return raw(leaf);
  const standIns = listOf(param('senderAddress')).map((each) => constantIn(each));
  if (!standIns.includes(found)) return { value: found, kind: 'address' };
  // Those of the registry are 0 and 1: no person's address is one.
  if (signer === undefined || BigInt(found) > 0xffffn) throw new NotDescribed('Whom a value stands for is not known.');
  return { value: signer, kind: 'address' };
}

/** A constant of the descriptor. @throws {NotDescribed} for a value of what is signed */
function constantIn(value: unknown): string {
  if (isLeaf(value)) throw new NotDescribed('A parameter is a constant.');
  return String(value).toLowerCase();
}

const textIn = (value: unknown): string => (isLeaf(value) ? (addressIn(value) ?? '') : String(value));

const isLeaf = (value: unknown): value is Leaf => isObject(value) && memberOf(value, 'is') === 'leaf';

function tokenAmount(leaf: Leaf, place: FormatPlace): Formatted {
  const { chain, tokens, param, ownToken } = place;
  const number = numberOf(leaf);
  const named = param('token');
  const token = named === undefined ? undefined : textIn(named).toLowerCase();
  if (token !== undefined && !/^0x[\da-f]{40}$/.test(token)) throw new NotDescribed('A token is no address.');
  const isCoin = listOf(param('nativeCurrencyAddress')).some((each) => constantIn(each) === token);
  if (isCoin && token !== undefined && !coinAddresses.includes(token)) throw new NotDescribed('A coin has a contract.');
  const known =
    token === undefined
      ? undefined
      : isCoin
        ? { symbol: chain.symbol, decimals: chain.decimals ?? 18 }
        : (tokens.find((each) => each.chainId === chain.id && each.address.toLowerCase() === token) ?? ownToken(token));
  const symbol = known ? ` ${visible(known.symbol)}` : '';
  const unnamed = known ? {} : { token };
  const isUnlimited = number >= unlimitedFrom;
  const threshold = param('threshold');
  const message = param('message');
  if (isUnlimited && message !== undefined && limitIn(threshold) <= number)
    return { value: `${descriptorWords(message)}${symbol}`, kind: 'amount', ...unnamed, isUnlimited };
  return { value: `${signed(number, known?.decimals ?? 0)}${symbol}`, kind: 'amount', ...unnamed, isUnlimited };
}

/** What contracts write where they mean the chain's coin. */
const coinAddresses = [`0x${'0'.repeat(40)}`, `0x${'e'.repeat(40)}`];

function limitIn(threshold: unknown): bigint {
  if (isLeaf(threshold)) return numberOf(threshold);
  const text = String(threshold);
  if (!/^(0x[\da-f]{1,64}|\d{1,78})$/i.test(text)) throw new NotDescribed('A threshold is no number.');
  return BigInt(text);
}

/** No token has as many units, so that an amount of more has no meaning but "all". */
const unlimitedFrom = 2n ** 96n - 1n;

function nft(leaf: Leaf, { param }: FormatPlace): Formatted {
  const collection = textIn(param('collection')).toLowerCase();
  if (!/^0x[\da-f]{40}$/.test(collection)) throw new NotDescribed('A collection is no address.');
  return { value: `#${numberOf(leaf)}`, kind: 'amount', token: collection };
}

function date(leaf: Leaf, { param }: FormatPlace): Formatted {
  const seconds = numberOf(leaf);
  if (param('encoding') === 'blockheight' || seconds < 0n || seconds > latest)
    return { value: String(seconds), kind: 'other' };
  const [day, time = ''] = new Date(Number(seconds) * 1_000).toISOString().split('T');
  return { value: `${day} ${time.slice(0, 8)}Z`, kind: 'other' };
}

/** The year 9999. */
const latest = 253_402_300_799n;

function durationOf(seconds: bigint): string {
  const two = (number: bigint) => String(number).padStart(2, '0');
  return `${two(seconds / 3_600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`;
}

function unit(leaf: Leaf, { param }: FormatPlace): Formatted {
  const decimals = Number(param('decimals') ?? 0);
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255 || param('prefix') === true)
    throw new NotDescribed('A unit cannot be shown.');
  const base = descriptorWords(param('base'));
  if (/\p{N}|^[.,]/u.test(base)) throw new NotDescribed('A unit has digits.');
  return { value: `${signed(numberOf(leaf), decimals)}${base}`, kind: 'amount' };
}

function enumeration(leaf: Leaf, { param }: FormatPlace): Formatted {
  const names = param('$ref');
  const number = typeof leaf.value === 'boolean' ? BigInt(leaf.value) : numberIn(leaf);
  if (leaf.type === 'address' || (number ?? 0n) > 0xffff_ffffn) throw new NotDescribed('A value is none of a list.');
  const name = [rawText(leaf), String(number)].map((each) => memberOf(names, each)).find((each) => each !== undefined);
  return name === undefined ? raw(leaf) : { value: descriptorWords(name), kind: 'other' };
}

/** Whether all bytes of a leaf are zero. */
export const isZero = (leaf: Leaf): boolean => bytesIn(leaf).every((byte) => byte === 0);
