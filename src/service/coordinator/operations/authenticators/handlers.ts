import { createAuthenticatorsHandler } from './createAuthenticators.js';
import { deleteAuthenticatorsHandler } from './deleteAuthenticators.js';
import { answerGetAuthenticator } from './getAuthenticator.js';
import { answerGetAuthenticators } from './getAuthenticators.js';
import { updateAuthenticatorHandler } from './updateAuthenticator.js';

export const authenticatorsHandlers = {
  createAuthenticators: createAuthenticatorsHandler,
  deleteAuthenticators: deleteAuthenticatorsHandler,
  updateAuthenticator: updateAuthenticatorHandler,
};

export const authenticatorsAnswers = {
  getAuthenticator: answerGetAuthenticator,
  getAuthenticators: answerGetAuthenticators,
};
