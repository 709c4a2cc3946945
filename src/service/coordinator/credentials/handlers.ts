import { createApiKeysHandler } from './createApiKeys.js';
import { deleteApiKeysHandler } from './deleteApiKeys.js';

export const credentialsHandlers = {
  createApiKeys: createApiKeysHandler,
  deleteApiKeys: deleteApiKeysHandler,
};
