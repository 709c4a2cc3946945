import { verifyOtp } from '../../../contract/otp.js';
import type { proxyOtpVerify } from '../../../contract/proxy.js';
import { forwardActivity } from '../forward.js';
import type { AnswerProxy } from '../proxyCall.js';

/** The code is compared by the coordinator alone. */
export const answerOtpVerify: AnswerProxy<typeof proxyOtpVerify> = ({ otpId, otpCode, publicKey }, call) =>
  forwardActivity(call, verifyOtp, 'V1', {
    organizationId: call.configuration.organization_id,
    parameters: {
      otpId,
      otpCode,
      publicKey,
      expirationSeconds: String(call.settings.verificationTokenExpirationSeconds),
    },
  });
