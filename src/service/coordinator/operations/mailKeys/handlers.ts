import { emailAuthHandler } from './emailAuth.js';
import { initOtpAuthHandler } from './initOtpAuth.js';
import { initUserEmailRecoveryHandler } from './initUserEmailRecovery.js';
import { otpAuthHandler } from './otpAuth.js';
import { recoverUserHandler } from './recoverUser.js';

export const mailKeysHandlers = {
  emailAuth: emailAuthHandler,
  initOtpAuth: initOtpAuthHandler,
  initUserEmailRecovery: initUserEmailRecoveryHandler,
  otpAuth: otpAuthHandler,
  recoverUser: recoverUserHandler,
};
