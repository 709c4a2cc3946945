import type * as signing from '../../../src/contract/signing.js';
import type { Examples } from './example.js';

/** EIP-1559 on chain 1: nonce 4, fees of 2 and 30 wei, 21,000 gas, 5 wei to 0xabab…. */
export const unsignedTransfer = `02df0104021e82520894${'ab'.repeat(20)}0580c0`;

export const signingExamples: Examples<typeof signing> = {
  signRawPayload: {
    request: ({ address }) => ({
      signWith: address,
      payload: 'hello',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    }),
    ofForeign: 'SIGNER_NOT_FOUND',
  },
  signRawPayloads: {
    request: ({ address }) => ({
      signWith: address,
      payloads: ['hello', ''],
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    }),
    ofForeign: 'SIGNER_NOT_FOUND',
  },
  signTransaction: {
    request: ({ address }) => ({
      signWith: address,
      unsignedTransaction: unsignedTransfer,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    }),
    ofForeign: 'SIGNER_NOT_FOUND',
  },
};
