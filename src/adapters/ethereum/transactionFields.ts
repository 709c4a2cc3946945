import type { Bytes } from '../../crypto/bytes.js';
import { checksumAddress } from '../../crypto/ethereum.js';
import { fromHex } from '../../crypto/hex.js';
import { bytesOf, numberOf, type RlpItem } from '../../crypto/rlp.js';
import { EthereumError } from './ethereumError.js';
import type { AccessList, ListedAuthorization, Quantity, TransactionToSign } from './transaction.js';

/** What 32 bytes can hold. */
const word = 2n ** 256n - 1n;

/** The amounts of a transaction, each with the largest value that it can have. */
const largest = {
  /** @see EIP-2681 */
  nonce: 2n ** 64n - 2n,
  /** @see EIP-2294 */
  chainId: 2n ** 63n - 37n,
  gas: 2n ** 64n - 1n,
  gasPrice: word,
  maxFeePerGas: word,
  maxPriorityFeePerGas: word,
  value: word,
};

/** Each of the following functions writes one field, or refuses it by its name. @throws {EthereumError} TRANSACTION_MALFORMED */
export function quantityField(name: keyof typeof largest, transaction: TransactionToSign): Bytes {
  return quantity(name, transaction[name] ?? 0, largest[name]);
}

/** A transaction is for one chain: one without an id would be good on every chain. @see EIP-155 */
export function chainIdField(transaction: TransactionToSign): Bytes {
  const bytes = quantityField('chainId', transaction);
  if (bytes.length === 0) throw malformedField('chainId', 'a transaction names its chain');
  return bytes;
}

export function dataField({ data = '0x' }: TransactionToSign): Bytes {
  return hexField('data', data);
}

/** An address, or nothing where a contract is created. */
export async function toField({ to }: TransactionToSign): Promise<Bytes> {
  return to === undefined || to === null ? new Uint8Array() : addressField('to', to);
}

/** @see EIP-2930 */
export async function accessListField({ accessList = [] }: TransactionToSign): Promise<RlpItem> {
  return Promise.all(accessList.map(accessListEntry));
}

async function accessListEntry({ address, storageKeys }: AccessList[number]): Promise<RlpItem> {
  const keys = storageKeys.map((key) => hexField('accessList', key, 32));
  return [await addressField('accessList', address), keys];
}

/** @see EIP-7702 */
export async function authorizationListField({ authorizationList = [] }: TransactionToSign): Promise<RlpItem> {
  return Promise.all(authorizationList.map(authorizationEntry));
}

async function authorizationEntry(authorization: ListedAuthorization): Promise<RlpItem> {
  const { address, chainId, nonce, r, s, v, yParity = v === undefined ? v : v - 27n } = authorization;
  const name = 'authorizationList';
  if (yParity === undefined) throw malformedField(name, 'each authorization has yParity or v');
  return [
    quantity(name, chainId, largest.chainId),
    await addressField(name, address),
    quantity(name, nonce, largest.nonce),
    quantity(name, yParity, 1n),
    quantity(name, numberOf(hexField(name, r)), word),
    quantity(name, numberOf(hexField(name, s)), word),
  ];
}

function quantity(name: string, value: Quantity, most: bigint): Bytes {
  const whole = typeof value === 'bigint' || Number.isSafeInteger(value) ? BigInt(value) : -1n;
  if (whole < 0n || whole > most) throw malformedField(name, `it must be a whole number from 0 to ${most}`);
  return bytesOf(whole);
}

/** An address of mixed case must have the right checksum, so that a mistyped one is not paid. @see ERC-55 */
async function addressField(name: string, address: string): Promise<Bytes> {
  const bytes = hexField(name, address, 20);
  const digits = address.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && (await checksumAddress(address)) !== address) {
    throw malformedField(name, `${address} is mistyped: its upper and lower case do not fit it`);
  }
  return bytes;
}

function hexField(name: string, text: string, length?: number): Bytes {
  const isHex = typeof text === 'string' && text.length % 2 === 0 && /^0x[\da-f]*$/i.test(text);
  if (!isHex) throw malformedField(name, 'it must be whole bytes in hex behind 0x');
  const bytes = fromHex(text.slice(2));
  if (length === undefined || bytes.length === length) return bytes;
  throw malformedField(name, `it must have ${length} bytes`);
}

/** What is wrong with a field of a transaction. */
export const malformedField = (name: string, why: string): EthereumError =>
  new EthereumError('TRANSACTION_MALFORMED', `This transaction is not signed, because of ${name}: ${why}.`);
