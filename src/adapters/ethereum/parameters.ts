import { exact } from '../../client/flows/signing.js';
import { isObject } from '../../crypto/json.js';
import type { TypedDataToRead } from '../../reading/typedDataLeaves.js';
import { EthereumError } from './ethereumError.js';
import type { Hex, TransactionToSign } from './transaction.js';
import { isAddress, isHex } from './values.js';

/** The parameters of a method do not fit it. */
export const invalidParameters = (method: string, why: string): EthereumError =>
  new EthereumError('PARAMETERS_INVALID', `${method}: ${why}.`);

/** The number of a chain, as EIP-695 writes it. */
export function chainIdIn(value: unknown, method: string): number {
  if (typeof value === 'string' && /^0x[\da-f]{1,13}$/i.test(value)) return Number(value);
  throw invalidParameters(method, 'chainId is a number in hex behind 0x');
}

/** What personal_sign takes: what is signed and who signs, in either order. */
export function messageIn([first, second]: readonly unknown[]): { readonly message: string; readonly address: Hex } {
  if (isAddress(second) && typeof first === 'string') return { message: first, address: second };
  if (isAddress(first) && typeof second === 'string') return { message: second, address: first };
  throw invalidParameters('personal_sign', 'it takes a message and an address');
}

/** What eth_signTypedData_v4 takes: who signs, and the data as JSON or as an object. */
export function typedDataIn([address, given]: readonly unknown[]): {
  readonly data: TypedDataToRead;
  readonly address: Hex;
} {
  const method = 'eth_signTypedData_v4';
  if (!isAddress(address)) throw invalidParameters(method, 'the first parameter is an address');
  // Written and read again: what is shown is what is signed, whatever becomes of an object meanwhile.
  const data = parsed(typeof given === 'string' ? given : JSON.stringify(given, exact));
  if (!isObject(data)) throw invalidParameters(method, 'the second parameter is typed data');
  const { types, primaryType, message, domain = {} } = data;
  if (!isTypes(types) || typeof primaryType !== 'string' || !isObject(message) || !isObject(domain))
    throw invalidParameters(method, 'typed data have types, primaryType, domain and message');
  const stranger = Object.keys(data).find((name) => !['types', 'primaryType', 'message', 'domain'].includes(name));
  if (stranger !== undefined) throw invalidParameters(method, `typed data have no ${stranger}`);
  return { address, data: { types, primaryType, message, domain } };
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  if (text.length > mostCharacters) throw invalidParameters('eth_signTypedData_v4', 'these typed data are too large');
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is read is bounded. */
const mostCharacters = 65_536;

function isTypes(types: unknown): types is TypedDataToRead['types'] {
  const isMember = (member: unknown) =>
    isObject(member) && typeof member.name === 'string' && typeof member.type === 'string';
  return isObject(types) && Object.values(types).every((members) => Array.isArray(members) && members.every(isMember));
}

/** A transaction as eth_sendTransaction takes it, in viem's names. */
export type TransactionRequest = TransactionToSign & { readonly from: Hex };

/** Reads a transaction. A member that it does not know is refused: it would be left out of what is signed. */
export function transactionIn([given]: readonly unknown[], method: string): TransactionRequest {
  if (!isObject(given)) throw invalidParameters(method, 'it takes a transaction');
  const { from, to = undefined, type, data, input = data, accessList, authorizationList } = given;
  const stranger = Object.keys(given).find((name) => given[name] !== undefined && !members.has(name));
  if (stranger !== undefined) throw invalidParameters(method, `a transaction has no ${stranger}`);
  if (!isAddress(from)) throw invalidParameters(method, 'from is an address');
  if (to !== undefined && to !== null && !isAddress(to)) throw invalidParameters(method, 'to is an address');
  if (data !== undefined && input !== data) throw invalidParameters(method, 'data and input are the same');
  if (input !== undefined && !isHex(input)) throw invalidParameters(method, 'data is bytes in hex');
  if (type !== undefined && !(typeof type === 'string' && Object.hasOwn(types, type)))
    throw invalidParameters(method, 'type is 0x0, 0x1, 0x2 or 0x4');
  const quantity = (name: string) => {
    const value = given[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)) return BigInt(value);
    throw invalidParameters(method, `${name} is a number in hex behind 0x`);
  };
  const chainId = given.chainId === undefined ? undefined : chainIdIn(given.chainId, method);
  const fields = {
    to: isAddress(to) ? to : undefined,
    data: isHex(input) ? input : undefined,
    type: typeof type === 'string' ? types[type] : undefined,
    chainId,
    value: quantity('value'),
    gas: quantity('gas'),
    nonce: quantity('nonce'),
    gasPrice: quantity('gasPrice'),
    maxFeePerGas: quantity('maxFeePerGas'),
    maxPriorityFeePerGas: quantity('maxPriorityFeePerGas'),
    accessList: accessList === undefined ? undefined : accessListIn(accessList, method),
    authorizationList: authorizationList === undefined ? undefined : authorizationsIn(authorizationList, method),
  };
  return { from, ...defined(fields) };
}

const types: { readonly [type: string]: string } = {
  '0x0': 'legacy',
  '0x1': 'eip2930',
  '0x2': 'eip1559',
  '0x4': 'eip7702',
};

const members = new Set([
  ...['from', 'to', 'type', 'data', 'input', 'chainId', 'value', 'gas', 'nonce', 'gasPrice', 'maxFeePerGas'],
  ...['maxPriorityFeePerGas', 'accessList', 'authorizationList'],
]);

function accessListIn(list: unknown, method: string): TransactionToSign['accessList'] {
  if (!Array.isArray(list)) throw invalidParameters(method, 'accessList is a list');
  return Array.from(list, (entry) => {
    const { address, storageKeys }: Record<string, unknown> = isObject(entry) ? entry : {};
    if (isAddress(address) && Array.isArray(storageKeys) && storageKeys.every(isHex))
      return { address, storageKeys: [...storageKeys] };
    throw invalidParameters(method, 'accessList has addresses and storageKeys');
  });
}

function authorizationsIn(list: unknown, method: string): TransactionToSign['authorizationList'] {
  if (!Array.isArray(list)) throw invalidParameters(method, 'authorizationList is a list');
  return Array.from(list, (entry) => {
    if (!isObject(entry) || !isAddress(entry.address) || !isHex(padded(entry.r)) || !isHex(padded(entry.s)))
      throw invalidParameters(method, 'authorizationList has address, chainId, nonce, r, s and yParity');
    const number = (value: unknown) => {
      if (typeof value === 'number' || (typeof value === 'string' && /^0x[\da-f]{1,16}$/i.test(value)))
        return Number(value);
      throw invalidParameters(method, 'authorizationList has numbers in hex behind 0x');
    };
    const { address, chainId, nonce, yParity } = entry;
    const [r, s] = [padded(entry.r) as Hex, padded(entry.s) as Hex];
    return { address, chainId: number(chainId), nonce: number(nonce), yParity: number(yParity), r, s };
  });
}

/** A number in hex as 32 bytes. */
const padded = (value: unknown) =>
  typeof value === 'string' ? `0x${value.replace(/^0x/, '').padStart(64, '0')}` : value;

/** Without members that are `undefined`. */
const defined = <Members extends object>(members: Members): Partial<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Members>;
