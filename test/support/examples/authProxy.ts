import type * as authProxy from '../../../src/contract/authProxy.js';
import type * as queries from '../../../src/contract/authProxy.queries.js';
import type { Examples } from './example.js';

export const authProxyExamples: Examples<typeof authProxy & typeof queries> = {
  disableAuthProxy: { request: () => ({}), inSub: 'PROXY_CONFIG_NOT_FOUND' },
  enableAuthProxy: { request: () => ({}), inSub: 'NOT_AUTHORIZED' },
  updateAuthProxyConfig: { request: () => ({ otpLength: 7 }), inSub: 'PROXY_CONFIG_NOT_FOUND' },
  getAuthProxyConfig: { request: () => ({}), inSub: 'PROXY_CONFIG_NOT_FOUND' },
};
