import { createReadOnlySessionHandler } from './createReadOnlySession.js';
import { createReadWriteSessionHandler } from './createReadWriteSession.js';
import { stampLoginHandler } from './stampLogin.js';

export const sessionsHandlers = {
  createReadOnlySession: createReadOnlySessionHandler,
  createReadWriteSession: createReadWriteSessionHandler,
  stampLogin: stampLoginHandler,
};
