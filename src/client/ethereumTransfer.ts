import type { Bytes } from '../crypto/bytes.js';
import { fromHex, toHex } from '../crypto/hex.js';

/** The amount is in whole coins, to the last digit, like `1.5`; the receiver in lower case behind 0x. */
export type EthereumTransfer = {
  readonly amount: string;
  readonly symbol: string;
  readonly to: string;
  /** The chain's name, where it is not Ethereum itself. */
  readonly layer2: string | undefined;
};

/**
 * What a transaction of Ethereum pays, read from its bytes: of a legacy one with a chain id, or one of type 1 or 2, that calls no contract, on
 * a chain whose coin is ether. `undefined` for every other.
 *
 * @see EIP-155, EIP-2930, EIP-1559
 */
export function ethereumTransfer(unsignedTransaction: string): EthereumTransfer | undefined {
  try {
    const read = fieldsOf(fromHex(unsignedTransaction.replace(/^0x/, '')));
    if (read === undefined) return undefined;
    const [chainId, to, value, data] = read;
    if (!isBytes(chainId) || !isBytes(to) || !isBytes(value) || !isBytes(data)) return undefined;
    const chain = numberOf(chainId);
    if ((chain !== 1n && !layers2.has(chain)) || to.length !== 20 || data.length > 0) return undefined;
    return { amount: etherOf(numberOf(value)), symbol: 'ETH', to: `0x${toHex(to)}`, layer2: layers2.get(chain) };
  } catch {
    return undefined; // the service refuses what cannot be read before anybody votes on it
  }
}

/** Chains whose coin is ether, too, by their ids. */
const layers2: ReadonlyMap<bigint, string> = new Map([
  [10n, 'OP Mainnet'],
  [8453n, 'Base'],
  [42161n, 'Arbitrum One'],
]);

type Item = Bytes | readonly Item[];

/** Chain id, receiver, value and data. */
function fieldsOf(bytes: Bytes): readonly (Item | undefined)[] | undefined {
  const [type = 0] = bytes;
  const isTyped = type === 1 || type === 2;
  const { item: fields, end } = readItem(bytes, isTyped ? 1 : 0);
  if (end !== bytes.length || isBytes(fields)) return undefined;
  if (type === 1 && fields.length === 8) return [fields[0], fields[4], fields[5], fields[6]];
  if (type === 2 && fields.length === 9) return [fields[0], fields[5], fields[6], fields[7]];
  if (!isTyped && fields.length === 9) return [fields[6], fields[3], fields[4], fields[5]];
  return undefined;
}

/** @see Ethereum yellow paper, appendix B */
function readItem(bytes: Bytes, at: number): { readonly item: Item; readonly end: number } {
  const first = bytes[at];
  if (first === undefined) throw new RangeError('The text ends too early.');
  if (first < 0x80) return { item: bytes.slice(at, at + 1), end: at + 1 };
  const isList = first >= 0xc0;
  const short = first - (isList ? 0xc0 : 0x80);
  const lengthBytes = Math.max(0, short - 55);
  const start = at + 1 + lengthBytes;
  const length = lengthBytes === 0 ? short : Number(numberOf(bytes.slice(at + 1, start)));
  const end = start + length;
  if (end > bytes.length) throw new RangeError('The text ends too early.');
  if (!isList) return { item: bytes.slice(start, end), end };
  const items: Item[] = [];
  for (let next = start; next < end; ) {
    const read = readItem(bytes, next);
    items.push(read.item);
    next = read.end;
  }
  return { item: items, end };
}

const isBytes = (item: Item | undefined): item is Bytes => item instanceof Uint8Array;

const numberOf = (bytes: Bytes): bigint => BigInt(`0x0${toHex(bytes)}`);

/** Every digit of it: 1,500,000,000,000,000,000 wei is `1.5`. */
function etherOf(wei: bigint): string {
  const digits = wei.toString().padStart(19, '0');
  const [whole, rest] = [digits.slice(0, -18), digits.slice(-18).replace(/0+$/, '')];
  return rest === '' ? whole : `${whole}.${rest}`;
}
