import { type Bytes, concat } from '../../crypto/bytes.js';
import { type RlpItem, writeRlp } from '../../crypto/rlp.js';
import { EthereumError } from './ethereumError.js';
import type { TransactionToSign } from './transaction.js';
import {
  accessListField,
  authorizationListField,
  chainIdField,
  dataField,
  malformedField,
  quantityField,
  toField,
} from './transactionFields.js';

/**
 * The bytes of a transaction that are signed: the same as viem's `serializeTransaction` writes.
 *
 * @throws {EthereumError} TRANSACTION_MALFORMED, TRANSACTION_TYPE_NOT_SUPPORTED
 * @see EIP-155, EIP-2930, EIP-1559, EIP-7702
 */
export async function unsignedTransaction(transaction: TransactionToSign): Promise<Bytes> {
  const { type, others } = formOf(transaction);
  const foreign = others.find((name) => transaction[name] !== undefined);
  if (foreign !== undefined) throw malformedField(foreign, 'transactions of its type do not have it');
  const chainId = chainIdField(transaction);
  const nonce = quantityField('nonce', transaction);
  const call = [
    quantityField('gas', transaction),
    await toField(transaction),
    quantityField('value', transaction),
    dataField(transaction),
  ];
  if (type === 0) {
    const none = new Uint8Array();
    return writeRlp([nonce, quantityField('gasPrice', transaction), ...call, chainId, none, none]);
  }
  const lists = [await accessListField(transaction)];
  if (type === 4) lists.push(await delegations(transaction));
  const fees = type === 1 ? [quantityField('gasPrice', transaction)] : dynamicFees(transaction);
  return concat(Uint8Array.of(type), writeRlp([chainId, nonce, ...fees, ...call, ...lists]));
}

/** `others`: the fields that a transaction of this type does not have. */
type Form = { readonly type: 0 | 1 | 2 | 4; readonly others: readonly (keyof TransactionToSign)[] };

const dynamic = ['maxFeePerGas', 'maxPriorityFeePerGas'] as const;

/** By viem's names. */
const forms: ReadonlyMap<string, Form> = new Map([
  ['legacy', { type: 0, others: [...dynamic, 'accessList', 'authorizationList'] }],
  ['eip2930', { type: 1, others: [...dynamic, 'authorizationList'] }],
  ['eip1559', { type: 2, others: ['gasPrice', 'authorizationList'] }],
  ['eip7702', { type: 4, others: ['gasPrice'] }],
] satisfies [string, Form][]);

/**
 * Refuses a transaction with blobs by its name, also one that names another type: they would be left out.
 *
 * @throws {EthereumError} TRANSACTION_TYPE_NOT_SUPPORTED
 * @see EIP-4844
 */
export function refuseBlobs(transaction: TransactionToSign): void {
  const blobs = ['blobs', 'blobVersionedHashes', 'maxFeePerBlobGas', 'sidecars'];
  const hasBlobs = Object.entries(transaction).some(([name, value]) => blobs.includes(name) && value !== undefined);
  if (hasBlobs || transaction.type === 'eip4844') throw notSupported('eip4844');
}

function formOf(transaction: TransactionToSign): Form {
  const type = transaction.type ?? typeOf(transaction);
  const form = forms.get(type);
  if (form) return form;
  throw notSupported(type);
}

const notSupported = (type: string): EthereumError =>
  new EthereumError(
    'TRANSACTION_TYPE_NOT_SUPPORTED',
    `Transactions of type ${type} are not signed: make it one of ${[...forms.keys()].join(', ')}.`,
  );

/** The type that the fields have, as viem decides. */
function typeOf({ authorizationList, maxFeePerGas, maxPriorityFeePerGas, ...others }: TransactionToSign): string {
  if (authorizationList !== undefined) return 'eip7702';
  if (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined) return 'eip1559';
  if (others.gasPrice !== undefined) return others.accessList === undefined ? 'legacy' : 'eip2930';
  throw malformedField('type', 'name one, or the fees: maxFeePerGas or gasPrice');
}

function dynamicFees(transaction: TransactionToSign): Bytes[] {
  const { maxFeePerGas = 0, maxPriorityFeePerGas = 0 } = transaction;
  const tip = quantityField('maxPriorityFeePerGas', transaction);
  const cap = quantityField('maxFeePerGas', transaction);
  if (maxPriorityFeePerGas > maxFeePerGas)
    throw malformedField('maxPriorityFeePerGas', 'it is higher than maxFeePerGas');
  return [tip, cap];
}

async function delegations(transaction: TransactionToSign): Promise<RlpItem> {
  // @see EIP-7702: such a transaction creates no contract.
  if (!transaction.to) throw malformedField('to', 'a transaction with authorizations has one');
  return authorizationListField(transaction);
}
