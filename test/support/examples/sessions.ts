import type * as sessions from '../../../src/contract/sessions.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import type { Examples } from './example.js';
import { targetPublicKey } from './exports.js';

export const sessionExamples: Examples<typeof sessions> = {
  createReadWriteSession: {
    request: ({ userId }) => ({ userId, targetPublicKey: targetPublicKey, expirationSeconds: '1' }),
    older: { V1: () => ({ email: 'nobody@example.com', targetPublicKey: targetPublicKey }) },
    ofForeign: 'USER_NOT_FOUND',
    restMs: 1000,
  },
  createReadOnlySession: { request: () => ({}) },
  stampLogin: {
    // It expires before the next request, so that it replaces no other session.
    request: async () => ({ publicKey: (await createSigningKey()).publicKey, expirationSeconds: '1' }),
    restMs: 1000,
  },
};
