import type * as sessions from '../../../src/contract/sessions.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import type { Examples } from './example.js';

export const sessionExamples: Examples<typeof sessions> = {
  stampLogin: {
    // Over by the next question, so that it takes no other session's place.
    request: async () => ({ publicKey: (await createSigningKey()).publicKey, expirationSeconds: '1' }),
    restMs: 1000,
  },
};
