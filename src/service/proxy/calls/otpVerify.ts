import { verifyOtp } from '../../../contract/otp.js';
import type { proxyOtpVerify } from '../../../contract/proxy.js';
import type { proxyOtpVerifyV2 } from '../../../contract/proxyV2.js';
import { forwardActivity } from '../forward.js';
import type { AnswerProxy, ProxyCall } from '../proxyCall.js';

/** The code is compared by the coordinator alone. */
export const answerOtpVerify: AnswerProxy<typeof proxyOtpVerify> = (typed, call) =>
  forwardActivity(call, verifyOtp, 'V1', parametersOf(typed, call));

/** {@link answerOtpVerify}, of a code that the coordinator alone can read. */
export const answerOtpVerifyV2: AnswerProxy<typeof proxyOtpVerifyV2> = (sealed, call) =>
  forwardActivity(call, verifyOtp, 'V2', parametersOf(sealed, call));

const parametersOf = <Typed extends object>(typed: Typed, { configuration, settings }: ProxyCall) => ({
  organizationId: configuration.organization_id,
  parameters: { ...typed, expirationSeconds: String(settings.verificationTokenExpirationSeconds) },
});
