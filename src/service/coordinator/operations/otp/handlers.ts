import { initOtpHandler } from './initOtp.js';
import { otpLoginHandler } from './otpLogin.js';
import { verifyOtpHandler } from './verifyOtp.js';

export const otpHandlers = {
  initOtp: initOtpHandler,
  otpLogin: otpLoginHandler,
  verifyOtp: verifyOtpHandler,
};
