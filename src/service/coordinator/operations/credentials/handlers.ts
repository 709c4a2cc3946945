import { createApiKeysHandler } from './createApiKeys.js';
import { deleteApiKeysHandler } from './deleteApiKeys.js';
import { answerGetApiKey } from './getApiKey.js';
import { answerGetApiKeys } from './getApiKeys.js';

export const credentialsHandlers = {
  createApiKeys: createApiKeysHandler,
  deleteApiKeys: deleteApiKeysHandler,
};

export const credentialsAnswers = {
  getApiKey: answerGetApiKey,
  getApiKeys: answerGetApiKeys,
};
