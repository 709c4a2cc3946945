import { emailAuthHandler } from './emailAuth.js';
import { initUserEmailRecoveryHandler } from './initUserEmailRecovery.js';
import { recoverUserHandler } from './recoverUser.js';

export const mailKeysHandlers = {
  emailAuth: emailAuthHandler,
  initUserEmailRecovery: initUserEmailRecoveryHandler,
  recoverUser: recoverUserHandler,
};
