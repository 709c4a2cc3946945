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
    request: () => ({ otpId: absentId, encryptedOtpBundle: '{}' }),
    older: { V1: () => ({ otpId: absentId, otpCode: '000000' }) },
    inParent: 'OTP_WRONG',
    inSub: 'OTP_WRONG',
  },
  otpLogin: {
    request: async () => {
      const { publicKey } = await createSigningKey();
      const signed = { message: '{}', signature: '11'.repeat(64) };
      const clientSignature = { publicKey, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256', ...signed } as const;
      return { verificationToken: 'x.y.z', publicKey, clientSignature };
    },
    inParent: 'VERIFICATION_TOKEN_INVALID',
    inSub: 'VERIFICATION_TOKEN_INVALID',
  },
};
