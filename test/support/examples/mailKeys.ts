import type * as mailKeys from '../../../src/contract/mailKeys.js';
import type * as otpAuth from '../../../src/contract/otpAuth.js';
import { absentId } from '../parties.js';
import { createPasskey } from '../passkey.js';
import { type Examples, unique } from './example.js';
import { targetPublicKey } from './exports.js';

/** A request for a contact without a user. */
const mailToUnknown = () => ({
  email: `${unique('nobody')}@example.com`,
  targetPublicKey,
  emailCustomization: { appName: 'Latchkey' },
});

const codeToUnknown = () => ({ otpType: 'OTP_TYPE_EMAIL', contact: `${unique('nobody')}@example.com` }) as const;

/** The answers for a contact without a user. */
const nobody = { inParent: 'USER_NOT_FOUND', inSub: 'USER_NOT_FOUND' } as const;

export const mailKeyExamples: Examples<typeof mailKeys & typeof otpAuth> = {
  emailAuth: { request: mailToUnknown, ...nobody },
  initUserEmailRecovery: { request: mailToUnknown, ...nobody },
  initOtpAuth: {
    request: () => ({ otpType: 'OTP_TYPE_EMAIL', contact: `${unique('nobody')}@example.com`, appName: 'Latchkey' }),
    older: { V2: codeToUnknown, V1: codeToUnknown },
    ...nobody,
  },
  sendLoginLink: {
    request: ({ suspendedId }) => ({ subOrganizationId: suspendedId, userId: absentId, page: 'LOGIN' }),
    inParent: 'USER_NOT_FOUND',
    inSub: 'ORGANIZATION_NOT_FOUND',
    ofForeign: 'ORGANIZATION_NOT_FOUND',
  },
  otpAuth: {
    request: () => ({ otpId: absentId, otpCode: '000000', targetPublicKey }),
    inParent: 'OTP_WRONG',
    inSub: 'OTP_WRONG',
  },
  recoverUser: {
    request: async ({ userId }) => ({ userId, authenticator: await (await createPasskey()).register() }),
    ofForeign: 'USER_NOT_FOUND',
  },
};
