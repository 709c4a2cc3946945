import * as v from 'valibot';
import { hexTransaction, signedPayload, signedPayloads } from './fields.js';
import { activity } from './row.js';

/** @see docs/wire.md S4.2 `sign_raw_payload` */
const encoding = v.picklist([
  'PAYLOAD_ENCODING_HEXADECIMAL',
  'PAYLOAD_ENCODING_TEXT_UTF8',
  'PAYLOAD_ENCODING_EIP712',
  'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
]);

/** @see docs/wire.md S4.2 `sign_raw_payload` */
const hashFunction = v.picklist([
  'HASH_FUNCTION_NO_OP',
  'HASH_FUNCTION_SHA256',
  'HASH_FUNCTION_KECCAK256',
  'HASH_FUNCTION_NOT_APPLICABLE',
]);

/** 32 bytes in lower-case hex. */
const hex32 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** @see docs/wire.md 2.12 */
const transactionType = v.picklist([
  'TRANSACTION_TYPE_ETHEREUM',
  'TRANSACTION_TYPE_SOLANA',
  'TRANSACTION_TYPE_TRON',
  'TRANSACTION_TYPE_BITCOIN',
  'TRANSACTION_TYPE_TEMPO',
]);

export type TransactionType = v.InferOutput<typeof transactionType>;

const signWith = v.pipe(v.string(), v.minLength(1), v.maxLength(255));

const signRawPayloadParameters = v.strictObject({
  signWith,
  payload: signedPayload,
  encoding,
  hashFunction,
});
const signRawPayloadResult = v.object({ r: hex32, s: hex32, v: v.string() });
export interface SignRawPayloadParameters extends v.InferInput<typeof signRawPayloadParameters> {}
export interface SignRawPayloadResult extends v.InferOutput<typeof signRawPayloadResult> {}

/**
 * Signs a payload with a key that the service holds. Typed data (EIP-712) and authorizations (EIP-7702) are JSON, are signed on secp256k1,
 * and use HASH_FUNCTION_NO_OP. An account with a Taproot address signs as its output requires (BIP-340, BIP-341).
 *
 * @param signWith - the address of a wallet account or of a private key, as stored (of Ethereum's in any case), or a private key's id.
 * @param payload - at most 64 KiB.
 * @returns `r`, `s`: 32 bytes each, lower-case hex without 0x; `v`: the recovery id, `00` or `01` (`00` for Ed25519 and Taproot).
 * @throws SIGNER_NOT_FOUND, PAYLOAD_MALFORMED, DIGEST_LENGTH, HASH_FUNCTION_MISMATCH, ENCODING_NOT_SUPPORTED
 * @see docs/wire.md S4.2 `sign_raw_payload`, 8.2
 */
export const signRawPayload = activity({
  name: 'sign_raw_payload',
  versions: {
    V2: {
      resultKey: 'signRawPayloadResult',
      parameters: signRawPayloadParameters as v.GenericSchema<SignRawPayloadParameters>,
      result: signRawPayloadResult as v.GenericSchema<SignRawPayloadResult>,
    },
  },
  newest: 'V2',
  resource: 'PRIVATE_KEY',
  action: 'SIGN',
  policyParameters: ['hashFunction', 'encoding'],
  policyRoots: ['wallet', 'wallet_account', 'private_key', 'eth.eip_712', 'eth.eip_7702_authorization'],
  right: 'quorum',
  changes: [],
  refusals: [
    'SIGNER_NOT_FOUND',
    'PAYLOAD_MALFORMED',
    'DIGEST_LENGTH',
    'HASH_FUNCTION_MISMATCH',
    'ENCODING_NOT_SUPPORTED',
  ],
});

const signRawPayloadsParameters = v.strictObject({ signWith, payloads: signedPayloads, encoding, hashFunction });
const signRawPayloadsResult = v.object({ signatures: v.array(signRawPayloadResult) });
export interface SignRawPayloadsParameters extends v.InferInput<typeof signRawPayloadsParameters> {}
export interface SignRawPayloadsResult extends v.InferOutput<typeof signRawPayloadsResult> {}

/**
 * Signs several payloads of one encoding with one key, all or none.
 *
 * @param payloads - at most 100, together at most 64 KiB.
 * @returns `signatures` in the order of the payloads, each as {@link signRawPayload} returns it.
 * @throws SIGNER_NOT_FOUND, PAYLOAD_MALFORMED, DIGEST_LENGTH, HASH_FUNCTION_MISMATCH, ENCODING_NOT_SUPPORTED
 * @see docs/wire.md 2.14 `sign_raw_payloads`, 8.2
 */
export const signRawPayloads = activity({
  name: 'sign_raw_payloads',
  versions: {
    V1: {
      parameters: signRawPayloadsParameters as v.GenericSchema<SignRawPayloadsParameters>,
      result: signRawPayloadsResult as v.GenericSchema<SignRawPayloadsResult>,
    },
  },
  newest: 'V1',
  resource: 'PRIVATE_KEY',
  action: 'SIGN',
  policyParameters: ['hashFunction', 'encoding'],
  policyRoots: ['wallet', 'wallet_account', 'private_key', 'eth.eip_712', 'eth.eip_7702_authorization'],
  right: 'quorum',
  changes: [],
  refusals: [
    'SIGNER_NOT_FOUND',
    'PAYLOAD_MALFORMED',
    'DIGEST_LENGTH',
    'HASH_FUNCTION_MISMATCH',
    'ENCODING_NOT_SUPPORTED',
  ],
});

const signTransactionParameters = v.strictObject({
  signWith,
  unsignedTransaction: hexTransaction,
  type: transactionType,
});
const signTransactionResult = v.object({ signedTransaction: v.string() });
export interface SignTransactionParameters extends v.InferInput<typeof signTransactionParameters> {}
export interface SignTransactionResult extends v.InferOutput<typeof signTransactionResult> {}

/**
 * Signs a transaction. It is parsed first; what is not a transaction of its chain is refused.
 *
 * @param unsignedTransaction - at most 64 KiB in hex, with or without 0x. Ethereum: RLP without a signature, legacy or of type 1, 2, 4, of
 * type 3 the body, with at most 2,000 items. Solana: a transaction or its message, legacy or of version 0. Bitcoin: a PSBT of at most 3,000
 * fields and maps. Tron: `raw_data`.
 * @returns `signedTransaction` in hex without 0x: for Bitcoin the PSBT with this key's signatures, not finalised; for the others the
 * transaction to broadcast.
 * @throws SIGNER_NOT_FOUND, TRANSACTION_MALFORMED, TRANSACTION_TYPE_NOT_SUPPORTED, TRANSACTION_SIGNER_MISMATCH
 * @see docs/wire.md 2.14 `sign_transaction`, 8.3
 */
export const signTransaction = activity({
  name: 'sign_transaction',
  versions: {
    V2: {
      resultKey: 'signTransactionResult',
      parameters: signTransactionParameters as v.GenericSchema<SignTransactionParameters>,
      result: signTransactionResult as v.GenericSchema<SignTransactionResult>,
    },
  },
  newest: 'V2',
  resource: 'PRIVATE_KEY',
  action: 'SIGN',
  policyParameters: ['type'],
  policyRoots: ['wallet', 'wallet_account', 'private_key', 'eth.tx', 'solana.tx', 'tron.tx', 'bitcoin.tx'],
  right: 'quorum',
  changes: [],
  refusals: [
    'SIGNER_NOT_FOUND',
    'TRANSACTION_MALFORMED',
    'TRANSACTION_TYPE_NOT_SUPPORTED',
    'TRANSACTION_SIGNER_MISMATCH',
  ],
});
