import { proxyOauth2Authenticate, proxyOauthLogin } from '../../../contract/proxyOauth.js';
import { refused } from '../../../contract/refusals.js';
import type { AnswerProxy } from '../proxyCall.js';

/** No provider can be configured yet, so that no token of one can be good. */
export const answerOauthLogin: AnswerProxy<typeof proxyOauthLogin> = async () => {
  throw refused('NOT_YET_SUPPORTED', { about: proxyOauthLogin.name });
};

/** No provider can be configured yet, so that no code of one can be exchanged. */
export const answerOauth2Authenticate: AnswerProxy<typeof proxyOauth2Authenticate> = async () => {
  throw refused('NOT_YET_SUPPORTED', { about: proxyOauth2Authenticate.name });
};
