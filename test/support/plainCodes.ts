import { verifyOtp } from '../../src/contract/otp.js';

/** {@link verifyOtp} in the version that takes a code as it was typed. */
export const verifyPlainOtp = { ...verifyOtp, newest: 'V1' as const };
