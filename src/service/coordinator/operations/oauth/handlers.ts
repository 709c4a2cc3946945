import { createOauthProvidersHandler } from './createOauthProviders.js';
import { deleteOauthProvidersHandler } from './deleteOauthProviders.js';
import { answerGetOauthProviders } from './getOauthProviders.js';
import { oauthLoginHandler } from './oauthLogin.js';

export const oauthHandlers = {
  createOauthProviders: createOauthProvidersHandler,
  deleteOauthProviders: deleteOauthProvidersHandler,
  oauthLogin: oauthLoginHandler,
};

export const oauthAnswers = {
  getOauthProviders: answerGetOauthProviders,
};
