import { disableAuthProxyHandler } from './disableAuthProxy.js';
import { enableAuthProxyHandler } from './enableAuthProxy.js';
import { answerGetAuthProxyConfig } from './getAuthProxyConfig.js';
import { updateAuthProxyConfigHandler } from './updateAuthProxyConfig.js';

export const authProxyHandlers = {
  disableAuthProxy: disableAuthProxyHandler,
  enableAuthProxy: enableAuthProxyHandler,
  updateAuthProxyConfig: updateAuthProxyConfigHandler,
};

export const authProxyAnswers = {
  getAuthProxyConfig: answerGetAuthProxyConfig,
};
