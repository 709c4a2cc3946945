import { refused } from '../../../contract/refusals.js';
import { type Bytes, equalBytes } from '../../../crypto/bytes.js';
import { ethereumAddress } from '../../../crypto/ethereum.js';
import { toHex } from '../../../crypto/hex.js';
import { readRlp } from '../../../crypto/rlp.js';
import { peer } from '../../peer.js';
import { loadKeccak256 } from '../keccak.js';
import { checkCurve, malformedTransaction } from './malformed.js';
import type { PublicSigner, UnsignedTransaction } from './unsigned.js';

/** What policies read of it: addresses and data in lower case behind 0x; `to` is empty where a contract is created. */
export type EthereumTransactionFacts = {
  readonly from: string;
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
  readonly gas: bigint;
  readonly nonce: bigint;
  readonly type: 'LEGACY' | 'TYPE_1' | 'TYPE_2' | 'TYPE_3' | 'TYPE_4';
  /** 0x and the first four bytes of the data; empty where there are fewer. */
  readonly function_signature: string;
  readonly chain_id?: bigint;
  readonly gas_price?: bigint;
  readonly max_fee_per_gas?: bigint;
  readonly max_priority_fee_per_gas?: bigint;
  readonly max_fee_per_blob_gas?: bigint;
};

/**
 * Reads RLP without a signature: legacy, with the chain id triple of EIP-155 or without; types 1, 2, 4; of type 3 the body.
 *
 * @throws {RefusedError} TRANSACTION_MALFORMED, TRANSACTION_TYPE_NOT_SUPPORTED, TRANSACTION_SIGNER_MISMATCH
 * @see EIP-155, EIP-2718, EIP-2930, EIP-1559, EIP-4844, EIP-7702
 */
export async function readEthereumTransaction(
  bytes: Bytes,
  signer: PublicSigner,
): Promise<UnsignedTransaction<{ readonly eth: { readonly tx: EthereumTransactionFacts } }>> {
  checkCurve(signer, 'CURVE_SECP256K1');
  const [first = 0] = bytes;
  if (bytes.length > 0 && (first === 0 || (first > 4 && first < 0xc0))) {
    throw refused('TRANSACTION_TYPE_NOT_SUPPORTED', { about: `type ${first}` });
  }
  checkItems(first < 0xc0 ? bytes.subarray(1) : bytes);
  const { Transaction } = await peer('micro-eth-signer', () => import('micro-eth-signer'));
  const read = decode(Transaction, bytes);
  const from = (await ethereumAddress(signer.publicKey)).toLowerCase();
  return {
    facts: { eth: { tx: factsOf(read.type, read.raw, from) } },
    async sign({ secp256k1 }, secretKey) {
      const keccak = await loadKeccak256();
      const { r, s, recovery } = await secp256k1.sign(keccak(bytes), secretKey);
      const signature = { r: BigInt(`0x${toHex(r)}`), s: BigInt(`0x${toHex(s)}`), yParity: recovery };
      const signed = new Transaction(read.type, { ...read.raw, ...signature }, { strict: false });
      return new Uint8Array(signed.toBytes());
    },
  };
}

/** Counts what a transaction consists of, before it is read: an address of an access list costs a hash, an authorization more. */
function checkItems(rlp: Bytes): void {
  try {
    readRlp(rlp, mostItems);
  } catch (cause) {
    throw malformedTransaction(`no RLP in its shortest form, of at most ${mostItems} items`, cause);
  }
}

/** Lists, and the texts in them. Those that people send have some hundreds. */
const mostItems = 2_000;

type Library = typeof import('micro-eth-signer').Transaction;
type Read = ReturnType<Library['fromBytes']>;

function decode(transaction: Library, bytes: Bytes): Read {
  const read = attempt(() => transaction.fromBytes(bytes));
  if (read.isSigned) throw malformedTransaction('it is signed already');
  // Another parser must not read another transaction from the same bytes.
  const again = attempt(() => read.toBytes({ includeSignature: false }));
  if (!equalBytes(new Uint8Array(again), bytes)) throw malformedTransaction('it is not written in the shortest form');
  return read;
}

function attempt<Value>(use: () => Value): Value {
  try {
    return use();
  } catch (cause) {
    throw malformedTransaction('no unsigned transaction of Ethereum', cause);
  }
}

const types = { legacy: 'LEGACY', eip2930: 'TYPE_1', eip1559: 'TYPE_2', eip4844: 'TYPE_3', eip7702: 'TYPE_4' } as const;

function factsOf(type: Read['type'], raw: Partial<Raw>, from: string): EthereumTransactionFacts {
  const { nonce = 0n, gasLimit = 0n, value = 0n } = raw;
  const data = hexText(raw.data);
  return {
    from,
    to: hexText(raw.to).length === 42 ? hexText(raw.to) : '',
    data,
    value,
    gas: gasLimit,
    nonce,
    type: types[type],
    function_signature: data.length >= 10 ? data.slice(0, 10) : '',
    ...(raw.chainId !== undefined && { chain_id: raw.chainId }),
    ...(raw.gasPrice !== undefined && { gas_price: raw.gasPrice }),
    ...(raw.maxFeePerGas !== undefined && { max_fee_per_gas: raw.maxFeePerGas }),
    ...(raw.maxPriorityFeePerGas !== undefined && { max_priority_fee_per_gas: raw.maxPriorityFeePerGas }),
    ...(raw.maxFeePerBlobGas !== undefined && { max_fee_per_blob_gas: raw.maxFeePerBlobGas }),
  };
}

/** What a transaction of one type or another holds. */
type Raw = Record<
  | 'chainId'
  | 'nonce'
  | 'gasPrice'
  | 'gasLimit'
  | 'value'
  | 'maxFeePerGas'
  | 'maxPriorityFeePerGas'
  | 'maxFeePerBlobGas',
  bigint | undefined
> &
  Record<'to' | 'data', string>;

/** In lower case behind 0x. */
const hexText = (text = ''): string => `0x${text.replace(/^0x/i, '').toLowerCase()}`;
