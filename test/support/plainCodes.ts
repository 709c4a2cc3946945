import { verifyOtp } from '../../src/contract/otp.js';

/** {@link verifyOtp} in the version that takes a plain code, not a sealed one. */
export const verifyPlainOtp = { ...verifyOtp, newest: 'V1' as const };
