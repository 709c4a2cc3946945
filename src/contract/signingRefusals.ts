import type { Refusal } from './serviceRefusals.js';

/** The refusals of keys, addresses, payloads and transactions: a part of the table of refusals. */
export const signingRefusals = {
  PATH_MALFORMED: { grpc: 3, status: 400, text: "The derivation path must read like m/44'/60'/0'/0/0." },
  PATH_NOT_HARDENED: { grpc: 3, status: 400, text: 'Every step of an Ed25519 path must be hardened.' },
  ADDRESS_FORMAT_NOT_SUPPORTED: { grpc: 9, status: 400, text: 'This address format is not supported yet.' },
  ADDRESS_FORMAT_CURVE_MISMATCH: { grpc: 3, status: 400, text: 'This address format belongs to another curve.' },
  ENCODING_NOT_SUPPORTED: { grpc: 3, status: 400, text: 'Keys of this curve do not sign payloads of this encoding.' },
  PAYLOAD_MALFORMED: { grpc: 3, status: 400, text: 'The payload is not in the encoding it names.' },
  DIGEST_LENGTH: { grpc: 3, status: 400, text: 'HASH_FUNCTION_NO_OP takes a digest of exactly 32 bytes.' },
  HASH_FUNCTION_MISMATCH: {
    grpc: 3,
    status: 400,
    text: 'Ed25519 takes HASH_FUNCTION_NOT_APPLICABLE, ECDSA every other one; typed data and authorizations HASH_FUNCTION_NO_OP.',
  },
  CONTRACT_INTERFACE_INVALID: { grpc: 3, status: 400, text: 'The smart contract interface cannot be read.' },
  TRANSACTION_MALFORMED: { grpc: 3, status: 400, text: 'This is no unsigned transaction of the type it names.' },
  TRANSACTION_TYPE_NOT_SUPPORTED: {
    grpc: 9,
    status: 400,
    text: 'Transactions of this type are not signed here yet.',
  },
  TRANSACTION_SIGNER_MISMATCH: { grpc: 3, status: 400, text: 'This key cannot sign this transaction.' },
} as const satisfies Record<string, Refusal>;
