import type * as signing from '../../../src/contract/signing.js';
import type { Examples } from './example.js';

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
};
