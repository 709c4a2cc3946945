import type * as otp from '../../../src/contract/otp.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { absentId } from '../parties.js';
import { type Examples, unique } from './example.js';

export const otpExamples: Examples<typeof otp> = {
  initOtp: {
    request: () => ({ otpType: 'OTP_TYPE_EMAIL', contact: `${unique('ada')}@example.com`, appName: 'App' }),
    inSub: 'NOT_YET_SUPPORTED',
  },
  verifyOtp: {
    request: () => ({ otpId: absentId, otpCode: '000000' }),
    inParent: 'OTP_WRONG',
    inSub: 'OTP_WRONG',
  },
  otpLogin: {
    request: async () => ({ verificationToken: 'x.y.z', publicKey: (await createSigningKey()).publicKey }),
    inParent: 'VERIFICATION_TOKEN_INVALID',
    inSub: 'VERIFICATION_TOKEN_INVALID',
  },
};
