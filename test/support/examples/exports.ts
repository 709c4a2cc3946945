import type * as exports from '../../../src/contract/exports.js';
import type { Examples } from './example.js';

/** P-256's base point, which is the public key of 1. @see SEC 2 v2, 2.4.2 */
export const targetPublicKey =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

export const exportExamples: Examples<typeof exports> = {
  exportWallet: {
    request: ({ walletId }) => ({ walletId, targetPublicKey }),
    ofForeign: 'WALLET_NOT_FOUND',
  },
  exportWalletAccount: {
    request: ({ address }) => ({ address, targetPublicKey }),
    ofForeign: 'WALLET_ACCOUNT_NOT_FOUND',
  },
  exportPrivateKey: {
    request: ({ privateKeyId }) => ({ privateKeyId, targetPublicKey }),
    ofForeign: 'PRIVATE_KEY_NOT_FOUND',
  },
};
