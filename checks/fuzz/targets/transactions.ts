import type { TransactionType } from '../../../src/contract/signing.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { readTypedData } from '../../../src/service/vault/ethereum/typedData.js';
import { readTransaction } from '../../../src/service/vault/transactions/transaction.js';
import { pick } from '../../../test/support/chance.js';
import { below } from '../engine/mutate.js';
import { mutatedJson } from '../engine/mutateJson.js';
import { orRefusedInSlices } from '../engine/orRefused.js';
import { signingRequest, signRequest } from '../service/requests.js';
import { bytesOf, type Target } from '../target.js';

/** The keys that the transactions of the corpus are to be signed by. */
const signers = {
  ecdsa: {
    curve: 'CURVE_SECP256K1',
    publicKey: fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa'),
    addressFormat: undefined,
  },
  edwards: { curve: 'CURVE_ED25519', publicKey: new Uint8Array(32).fill(0x22), addressFormat: undefined },
} as const;

const codes = ['TRANSACTION_MALFORMED', 'TRANSACTION_TYPE_NOT_SUPPORTED', 'TRANSACTION_SIGNER_MISMATCH'];

/** A transaction of one chain. */
const transaction = (name: string, type: TransactionType, dictionary: readonly string[]): Target => ({
  name,
  functions: 'readTransaction',
  form: 'bytes',
  maxUnits: 2_000,
  stretchedUnits: 65_536,
  dictionary,
  structuredPercent: 30,
  // A piece is there again and again, with the lengths before it as they were.
  mutate: (chance, input) => {
    const from = below(chance, input.length + 1);
    const piece = input.slice(from, from + 1 + below(chance, 64));
    return input.slice(0, from) + piece.repeat(pick(chance, [2, 3, 40, 255])) + input.slice(from);
  },
  run: async (input) => {
    const signer = type === 'TRANSACTION_TYPE_SOLANA' ? signers.edwards : signers.ecdsa;
    const read = await orRefusedInSlices(codes, () => readTransaction(type, toHex(bytesOf(input)), signer));
    return read ? 'accepted' : 'refused';
  },
  service: {
    name: 'sign_transaction',
    request: (fixtures, input) => signingRequest(fixtures, type, input),
    mostMs: slicedMs,
  },
});

/** The largest input is read and signed in slices: others have their turn meanwhile. */
const slicedMs = 400;

/** Readers of what is to be signed. */
export const transactions: readonly Target[] = [
  transaction('Ethereum transaction', 'TRANSACTION_TYPE_ETHEREUM', [
    '\x02\xf9\xff\xff',
    '\xc0',
    '\x80',
    '\xf8\x40',
    '\x94',
  ]),
  transaction('Solana transaction', 'TRANSACTION_TYPE_SOLANA', [
    '\x80\x01',
    '\x01\x00\x00',
    '\xff\xff\x03',
    '\x00'.repeat(32),
  ]),
  transaction('TRON transaction', 'TRANSACTION_TYPE_TRON', [
    '\x5a\x00',
    '\x08\x01',
    '\x22\x00',
    '\x3a\x17',
    '\xff\xff\x03',
  ]),
  transaction('PSBT', 'TRANSACTION_TYPE_BITCOIN', [
    'psbt\xff',
    '\x01\x00',
    '\x00',
    '\xfd\xff\xff',
    '\x51\x20',
    '\x00\x14',
  ]),
];

/** Typed data. */
export const typedData: Target = {
  name: 'typed data',
  functions: 'readTypedData',
  form: 'text',
  maxUnits: 2_000,
  stretchedUnits: 65_536,
  dictionary: ['"uint8[]"', '"string[][][]"', '"M[]"', '"EIP712Domain"', '[]', '{}', '"0x"', ',1', ',""', '[[', ']]'],
  structuredPercent: 60,
  mutate: mutatedJson,
  run: async (input) =>
    (await orRefusedInSlices(['PAYLOAD_MALFORMED'], () => readTypedData(input))) ? 'accepted' : 'refused',
  service: {
    name: 'sign_raw_payload, payload',
    request: (fixtures, input) =>
      signRequest(fixtures, {
        payload: input,
        encoding: 'PAYLOAD_ENCODING_EIP712',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      }),
    mostMs: slicedMs,
  },
};
