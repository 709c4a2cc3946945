import { stampLoginHandler } from './stampLogin.js';

export const sessionsHandlers = {
  stampLogin: stampLoginHandler,
};
