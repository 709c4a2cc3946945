import type * as mailKeys from '../../../src/contract/mailKeys.js';
import { toHex } from '../../../src/crypto/hex.js';
import { createAgreementKey } from '../../../src/crypto/p256.js';
import { createPasskey } from '../passkey.js';
import { type Examples, unique } from './example.js';

/** To somebody who is nobody's user. */
const mailToNobody = async () => ({
  email: `${unique('nobody')}@example.com`,
  targetPublicKey: toHex((await createAgreementKey()).publicKey),
  emailCustomization: { appName: 'Latchkey' },
});

/** What is asked whoever is not there. */
const nobody = { inParent: 'USER_NOT_FOUND', inSub: 'USER_NOT_FOUND' } as const;

export const mailKeyExamples: Examples<typeof mailKeys> = {
  emailAuth: { request: mailToNobody, ...nobody },
  initUserEmailRecovery: { request: mailToNobody, ...nobody },
  recoverUser: {
    request: async ({ userId }) => ({ userId, authenticator: await (await createPasskey()).register() }),
    ofForeign: 'USER_NOT_FOUND',
  },
};
