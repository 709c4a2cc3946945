import type { Bytes } from '../crypto/bytes.js';
import { isRlpBytes, numberOf, type RlpItem, readRlp } from '../crypto/rlp.js';

type Name = 'chainId' | 'nonce' | 'gasPrice' | 'gasLimit' | 'to' | 'value' | 'data';

/** The fields of an unsigned transaction that all its forms have. `gasPrice` is the highest one that it accepts. */
export type EthereumFields = Readonly<Record<Name, Bytes>> & {
  /** The contracts whose code accounts would run by it. @see EIP-7702 */
  readonly authorizations: readonly Bytes[];
  /** How many addresses its access list has. @see EIP-2930 */
  readonly accessListed: number;
};

/** The fields of each form, in order. */
const forms: { readonly [type: number]: readonly string[] } = {
  0: ['nonce', 'gasPrice', 'gasLimit', 'to', 'value', 'data', 'chainId', 'none', 'none'],
  1: ['chainId', 'nonce', 'gasPrice', 'gasLimit', 'to', 'value', 'data', 'accessList'],
  2: ['chainId', 'nonce', 'tip', 'gasPrice', 'gasLimit', 'to', 'value', 'data', 'accessList'],
  4: ['chainId', 'nonce', 'tip', 'gasPrice', 'gasLimit', 'to', 'value', 'data', 'accessList', 'authorizationList'],
};

/**
 * The fields of an unsigned transaction: a legacy one with a chain id, or one of type 1, 2 or 4. `undefined` for another form.
 *
 * @throws {RangeError} for bytes that are no RLP
 * @see EIP-155, EIP-2930, EIP-1559, EIP-7702
 */
export function ethereumFields(bytes: Bytes): EthereumFields | undefined {
  const [type = 0] = bytes;
  const isTyped = type > 0 && Object.hasOwn(forms, type);
  const form = forms[isTyped ? type : 0] ?? [];
  const fields = readRlp(isTyped ? bytes.subarray(1) : bytes);
  if (isRlpBytes(fields) || fields.length !== form.length) return undefined;
  const isFit = (field: RlpItem, at: number) =>
    form[at]?.endsWith('List') ? !isRlpBytes(field) : isRlpBytes(field) && (form[at] !== 'none' || field.length === 0);
  if (!fields.every(isFit)) return undefined;
  const listIn = (name: string): readonly RlpItem[] => {
    const list = fields[form.indexOf(name)];
    return list === undefined || isRlpBytes(list) ? [] : list;
  };
  const authorizations = listIn('authorizationList').map((each) => {
    const [, contract] = isRlpBytes(each) ? [] : each;
    return isRlpBytes(contract) ? contract : new Uint8Array();
  });
  const named = Object.fromEntries(fields.map((field, at) => [form[at], field])) as Record<Name, Bytes>;
  return { ...named, authorizations, accessListed: listIn('accessList').length };
}

/** @throws {RangeError} for a number with leading zeros, which has a shorter form */
export function integerIn(bytes: Bytes): bigint {
  if (bytes[0] === 0) throw new RangeError('A number begins with a zero.');
  return numberOf(bytes);
}
